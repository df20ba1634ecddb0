/* Playouts of given turns over given deals. */
#ifndef KERNEL_EVALUATE_H
#define KERNEL_EVALUATE_H

#include "read.h"
#include "sweep.h"

typedef struct {
    const Rules *rules;
    const Table *table;
    const Policy *policies;
    uint64_t seed;
    int64_t endgame; /* positions that exact search may visit at a playout's end; 0: none */
    int16_t *on;     /* room for two boxes of so many positions */
} Evaluation;

typedef struct {
    double margin;
    uint16_t penalty;
    uint8_t win;
} Outcome;

/* ---- exact ends ---- */

/* How many tables can still arise; as plan_sweep counts them. */
static inline int64_t box_size(const Rules *r, Cards ends) {
    int64_t states = 1;
    for (int c = 0; c < r->colours; c++) {
        unsigned down = (unsigned)(ends.down >> (LANE * c)) & 0xffff;
        unsigned up = (unsigned)(ends.up >> (LANE * c)) & 0xffff;
        if (down) states *= r->down_len[c] - lowest(down) + 1;
        if (down & 1) states *= r->up_len[c] + 1;
        else if (up) states *= r->up_len[c] - lowest(up) + 1;
    }
    return states;
}

static int is_small_end(const Rules *r, const Game *g, void *context) {
    const Evaluation *e = context;
    return g->drawn == g->stock_size && box_size(r, g->ends) <= e->endgame;
}

/* The mover's margin under best play from here. */
static int exact_end(const Evaluation *e, const Game *g) {
    Sweep box;
    int pos[MOST_LANES] = {0};
    int64_t states = plan_sweep(&box, e->rules, g->ends, g->hand);
    box.on[0] = e->on;
    box.on[1] = e->on + states + SWEEP_PAD;
    run_sweep(&box);
    return swept_value(&box, pos, g->mover, g->passes);
}

/* ---- playouts ---- */

/* The world of a deal; known hands and a known stock come from the table. */
static void set_world(const Rules *r, const Table *t, const uint8_t *row, Game *g) {
    memset(g, 0, sizeof *g);
    g->ends = t->ends;
    g->players = t->players;
    g->stock_size = t->stock_size;
    for (int p = 0; p < t->players; p++) {
        g->hand[p] = t->hand[p];
        g->lacks[p] = t->lacks[p];
        for (int i = 0; !t->known[p] && i < t->size[p]; i++)
            g->hand[p] = both(g->hand[p], r->bit[*row++]);
    }
    g->stock = (uint8_t *)(t->stock_known ? t->stock : row);
}

/* Lay the cards of a turn; whether each could fit in some order. */
static int lay_turn(const Rules *r, Game *g, Cards turn) {
    Cards rest = turn;
    while (have_common(rest, g->ends)) lay_runs(r, &g->ends, &rest);
    g->hand[0] = without(g->hand[0], turn);
    return is_empty(rest);
}

static Outcome outcome_of(const Rules *r, const Game *g) {
    int own = points(r, g->hand[0]), others = 0;
    for (int p = 1; p < g->players; p++) others += points(r, g->hand[p]);
    Outcome o = {(double)others / (g->players - 1) - own, (uint16_t)own, own == 0};
    return o;
}

static Outcome outcome_of_value(int value) {
    Outcome o = {value, (uint16_t)(value < 0 ? -value : 0), value >= 0};
    return o;
}

static inline Outcome play_turn(const Evaluation *e, const Game *world, Cards turn,
                                uint64_t index) {
    const Rules *r = e->rules;
    Game g = *world;
    Random random = random_stream(e->seed, FOR_PLAY, index);
    if (!is_empty(turn)) {
        lay_turn(r, &g, turn);
        if (is_empty(g.hand[0])) return outcome_of(r, &g);
        next_mover(&g);
    } else if (have_common(g.hand[0], g.ends)) pass_turn(r, &g);
    else stuck_turn(r, &g);
    Stop stop = e->endgame && g.players == 2 ? is_small_end : NULL;
    if (play_out(r, &g, e->policies, &random, stop, (void *)e)) return outcome_of(r, &g);
    int value = exact_end(e, &g);
    return outcome_of_value(g.mover == 0 ? value : -value);
}

/* Whether a turn is legal for the mover (seat 0). */
static int is_legal(const Rules *r, const Table *t, Cards turn) {
    Game g;
    Cards hand = t->hand[0];
    uint64_t forced = r->must_open ? hand.down & t->ends.down & FIRST_BITS : 0;
    if (is_empty(turn)) return !have_common(hand, t->ends) || (r->may_pass && !forced);
    if (!is_empty(without(turn, hand)) || (forced & ~turn.down)) return 0;
    memset(&g, 0, sizeof g);
    g.ends = t->ends;
    g.hand[0] = hand;
    return lay_turn(r, &g, turn);
}

/* Whether each row deals the pool, and no hidden seat a card that it lacks. */
static int are_deals(const Rules *r, const Table *t, const uint8_t *row, int64_t count) {
    for (int64_t i = 0; i < count; i++, row += t->hidden) {
        Cards seen = {0, 0};
        const uint8_t *card = row;
        for (int j = 0; j < t->hidden; j++) {
            if (row[j] >= CARDS) return 0;
            seen = both(seen, r->bit[row[j]]);
        }
        if (!same(seen, t->pool)) return 0;
        for (int p = 0; p < t->players; p++)
            for (int j = 0; !t->known[p] && j < t->size[p]; j++)
                if (have_common(r->bit[*card++], t->lacks[p])) return 0;
    }
    return 1;
}

#endif
