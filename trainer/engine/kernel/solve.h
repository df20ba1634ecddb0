/* Every legal turn of two players whose hands lie open, with bounds of its exact value. */
#ifndef KERNEL_SOLVE_H
#define KERNEL_SOLVE_H

#include "search.h"
#include "sweep.h"

enum { MOST_TURNS = 1 << 16, MOST_BOX = 1 << 24, STATES_PER_NODE = 16, TABLE_SIZE = 1 << 19 };

typedef struct {
    uint8_t down[COLOURS], up[COLOURS]; /* cards laid in each lane */
    int16_t low, high;
} Turn;

typedef struct {
    const Rules *rules;
    Cards ends, hand[2];
    const uint8_t *stock;
    int stock_size, hidden, mover, passes;
} Position;

/* ---- legal turns ---- */

static int run_length(uint64_t hand, uint64_t end) {
    int n = 0;
    for (; hand & end; end <<= 1) n++;
    return n;
}

/* What the mover can lay in a row. forced: its start must be among it. */
typedef struct {
    int closed, forced, down, up;
} Part;

static Part part_of(const Position *p, int colour) {
    const Cards *hand = &p->hand[p->mover];
    uint64_t lane = UINT64_C(0xffff) << (LANE * colour), first = UINT64_C(1) << (LANE * colour);
    Part part;
    part.closed = (p->ends.down & first) != 0;
    part.down = run_length(hand->down, p->ends.down & lane);
    part.forced = part.closed && part.down && p->rules->must_open;
    uint64_t above = p->ends.up & lane;
    if (part.closed) above = part.down ? first & p->rules->lanes.up : 0;
    part.up = run_length(hand->up, above);
    return part;
}

static int ways_of(const Part *part) {
    if (!part->closed) return (part->down + 1) * (part->up + 1);
    return part->down * (part->up + 1) + !part->forced;
}

/* How many turns there are, the empty one included; -1: more than MOST_TURNS. */
static int count_turns(const Position *p) {
    int count = 1;
    for (int c = 0; c < p->rules->colours; c++) {
        Part part = part_of(p, c);
        count *= ways_of(&part);
        if (count > MOST_TURNS) return -1;
    }
    return count;
}

/* All ways to extend the turns so far in one more row. There must be room for twice the turns,
 * since those that leave out a start go last. */
static int extend_turns(const Position *p, int colour, Turn *turns, int before) {
    Part part = part_of(p, colour);
    int count = before;
    for (int d = 0; d <= part.down; d++)
        for (int u = 0; u <= (part.closed && !d ? 0 : part.up); u++) {
            if (d + u == 0) continue;
            for (int i = 0; i < before; i++) {
                turns[count] = turns[i];
                turns[count].down[colour] = (uint8_t)d;
                turns[count++].up[colour] = (uint8_t)u;
            }
        }
    if (!part.forced) return count;
    memmove(turns, turns + before, (size_t)(count - before) * sizeof *turns);
    return count - before;
}

static int turn_cards(const Turn *t) {
    int n = 0;
    for (int c = 0; c < COLOURS; c++) n += t->down[c] + t->up[c];
    return n;
}

static int list_turns(const Position *p, Turn *turns) {
    int count = 1;
    memset(turns, 0, sizeof *turns);
    for (int c = 0; c < p->rules->colours; c++) count = extend_turns(p, c, turns, count);
    int stuck = !have_common(p->hand[p->mover], p->ends);
    int may_pass = p->rules->may_pass && p->passes == 0;
    if (!stuck && !may_pass && turn_cards(&turns[0]) == 0) turns[0] = turns[--count];
    return count;
}

/* ---- values ---- */

static Node node_of(const Position *p) {
    Node n;
    memset(&n, 0, sizeof n);
    n.ends = p->ends;
    n.mover = p->mover;
    n.passes = p->passes;
    for (int seat = 0; seat < 2; seat++) {
        n.hand[seat] = p->hand[seat];
        n.points[seat] = points(p->rules, p->hand[seat]);
    }
    return n;
}

static void lay_lane(const Rules *r, Node *n, int up, int colour, int cards) {
    uint64_t lane = UINT64_C(0xffff) << (LANE * colour);
    while (cards-- > 0)
        lay_move(r, n, up ? 64 + lowest(n->ends.up & lane) : lowest(n->ends.down & lane));
}

/* The position after a turn (drawing included), the other to move. */
static Node after_turn(const Search *s, const Position *p, const Node *root, const Turn *t) {
    Node n = *root;
    int stuck = !have_common(n.hand[n.mover], n.ends);
    for (int c = 0; c < COLOURS; c++) {
        lay_lane(p->rules, &n, 0, c, t->down[c]);
        lay_lane(p->rules, &n, 1, c, t->up[c]);
    }
    if (n.begun) end_turn(&n, 0);
    else if (stuck && n.drawn < s->stock_size) draw_turn(s, &n);
    else end_turn(&n, p->rules->may_pass);
    return n;
}

static void set_value(Turn *t, int low, int high) {
    t->low = (int16_t)low;
    t->high = (int16_t)high;
}

static void value_by_sweep(const Sweep *box, const Search *s, const Position *p, const Node *root,
                           Turn *t) {
    int pos[MOST_LANES] = {0};
    Node n = after_turn(s, p, root, t);
    for (int i = 0; i < box->lanes; i++) {
        const Lane *lane = &box->lane[i];
        if (lane->colour < COLOURS) pos[i] = lane->up ? t->up[lane->colour] : t->down[lane->colour];
    }
    int out = is_empty(n.hand[p->mover]);
    int value = out ? n.points[!p->mover] : -swept_value(box, pos, n.mover, n.passes);
    set_value(t, value, value);
}

/* Bounds of a turn from one point of view; `guess` is the value of the turn before. */
static void value_by_search(Search *s, const Position *p, const Turn *t, int *guess, int *low,
                            int *high) {
    Node root = node_of(p), n = after_turn(s, p, &root, t);
    int left = s->stock_points[n.drawn];
    *low = s->hidden ? -INFINITE : -n.points[p->mover] - left;
    *high = s->hidden ? INFINITE : n.points[!p->mover] + left;
    if (is_empty(n.hand[p->mover])) *low = *high = n.points[!p->mover];
    else if (s->hidden && turn_cards(t) == 0 && !have_common(p->hand[p->mover], p->ends))
        *low = *high = s->unknown[p->mover];
    else {
        int own_low = -*high, own_high = -*low;
        narrow(s, &n, &own_low, &own_high, -*guess);
        *low = -own_high;
        *high = -own_low;
        if (*low == *high) *guess = *low;
    }
}

static void search_turns(Search *s, const Position *p, Turn *turns, int count) {
    int pessimist = s->hidden ? -INFINITE : 0;
    for (int view = 0; view < (s->hidden ? 2 : 1); view++) {
        int guess = 0;
        s->unknown[p->mover] = view ? -pessimist : pessimist;
        s->unknown[!p->mover] = -s->unknown[p->mover];
        s->salt = (uint64_t)view << 40;
        for (int i = 0; i < count; i++) {
            int low, high;
            value_by_search(s, p, &turns[i], &guess, &low, &high);
            if (!s->hidden) set_value(&turns[i], low, high);
            else if (view == 0) set_value(&turns[i], low, INFINITE);
            else set_value(&turns[i], turns[i].low, high);
        }
    }
}

static void prepare_search(Search *s, const Position *p, const Phase *order, int64_t most_nodes) {
    memset(s, 0, sizeof *s);
    s->rules = p->rules;
    s->order = order;
    s->stock = p->stock;
    s->stock_size = p->stock_size;
    s->hidden = p->hidden;
    s->most_nodes = most_nodes;
    for (int i = p->stock_size - 1; i >= 0; i--)
        s->stock_points[i] = s->stock_points[i + 1] + p->stock[i] % NUMBERS + 1;
}

static int solve_by_sweep(const Search *s, const Position *p, Sweep *box, Turn *turns, int count) {
    int16_t *on = calloc((size_t)(2 * (box->states + SWEEP_PAD)), sizeof *on);
    if (!on) return -1;
    box->on[0] = on;
    box->on[1] = on + box->states + SWEEP_PAD;
    run_sweep(box);
    Node root = node_of(p);
    for (int i = 0; i < count; i++) value_by_sweep(box, s, p, &root, &turns[i]);
    free(on);
    return 0;
}

static int solve_by_search(Search *s, const Position *p, Turn *turns, int count) {
    uint64_t size = 1024;
    while (size < TABLE_SIZE && (int64_t)size < s->most_nodes) size *= 2;
    s->table = calloc(size, sizeof *s->table);
    s->table_mask = size - 1;
    if (!s->table) return -1;
    search_turns(s, p, turns, count);
    free(s->table);
    return 0;
}

/* Value all turns; 0, or -1 without memory. */
static int solve_position(const Position *p, const Phase *order, int64_t most_nodes, Turn *turns,
                          int count, int64_t *nodes) {
    Search s;
    Sweep box;
    prepare_search(&s, p, order, most_nodes);
    if (p->stock_size == 0 && !p->hidden) {
        int64_t states = plan_sweep(&box, p->rules, p->ends, p->hand);
        /* A sweep visits a state in less than a sixteenth of the time of a searched node. */
        int64_t price = states / STATES_PER_NODE + 1;
        if (states <= MOST_BOX && price <= most_nodes) {
            *nodes = price;
            return solve_by_sweep(&s, p, &box, turns, count);
        }
    }
    int failed = solve_by_search(&s, p, turns, count);
    *nodes = s.nodes;
    return failed;
}

/* ---- results as bytes ---- */

enum { TURN_BYTES = 14 };

/* The cards of a turn as ten bytes, then its bounds. */
static void write_turn(const Position *p, const Turn *t, uint8_t *out) {
    memset(out, 0, TURN_BYTES);
    for (int c = 0; c < COLOURS; c++) {
        unsigned down = (unsigned)(p->ends.down >> (LANE * c)) & 0xffff;
        unsigned up = (unsigned)(p->ends.up >> (LANE * c)) & 0xffff;
        int start = c * NUMBERS + p->rules->start[c] - 1; /* as a card */
        int card = down ? start - lowest(down) : 0;
        for (int i = 0; i < t->down[c]; i++, card--) out[card / 8] |= (uint8_t)(1 << card % 8);
        card = start + 1 + (up ? lowest(up) : 0);
        for (int i = 0; i < t->up[c]; i++, card++) out[card / 8] |= (uint8_t)(1 << card % 8);
    }
    out[10] = (uint8_t)t->low, out[11] = (uint8_t)(t->low >> 8);
    out[12] = (uint8_t)t->high, out[13] = (uint8_t)(t->high >> 8);
}

/* Ascending by cards: the last bytes weigh most. */
static int compare_turns(const void *a, const void *b) {
    const uint8_t *x = a, *y = b;
    for (int i = 9; i >= 0; i--)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

#endif
