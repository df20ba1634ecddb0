/* Simulated players and whole games. */
#ifndef KERNEL_PLAY_H
#define KERNEL_PLAY_H

#include "cards.h"

/* ---- policies ---- */

enum { DUMP = 0, HOLD = 1, WEIGHTS = 2, WEIGHTS_BARE = 3 };
enum { PHASES = 4, PHASE_SIZE = 15, NEVER = 1000000 };

/* One phase of a `weights` policy (types.py explains the fields). What depends on the held
 * cards of one side alone is tabulated by their bits, nearest first. */
typedef struct {
    int end, next_lacked, other_beyond, points, start, more, more_per_fit;
    int side[SIDES], start_side[SIDES];
} Phase;

typedef struct {
    int kind, rush_at;
    const Phase *phase[PHASES]; /* calm, rush; with an empty stock calm, rush */
} Policy;

static void prepare_phase(Phase *p, const int *w) {
    p->end = w[0], p->next_lacked = w[3], p->other_beyond = w[5], p->points = w[8];
    p->start = w[9], p->more = w[13], p->more_per_fit = w[14];
    for (int held = 0; held < SIDES; held++) {
        int own = 0, run = 0, gap = 0;
        for (int x = held; x; x &= x - 1) own++;
        while (held >> run & 1) run++;
        while (held && !(held >> gap & 1)) gap++;
        p->side[held] = (held & 1 ? w[1] : w[2]) + (w[4] - w[5]) * own + w[6] * gap + w[7] * run;
        p->start_side[held] = (held & 1 ? w[10] : 0) + w[11] * own + w[12] * gap;
    }
}

/* ---- a game under way ---- */

typedef struct {
    Cards ends;
    Cards hand[MOST_PLAYERS], lacks[MOST_PLAYERS];
    int players, mover, passes;
    int drawn, stock_size; /* of `stock`, which starts at the first card ever drawn */
    uint8_t *stock;
    /* Whole games shuffle their stock only as far as it is drawn. */
    Random *shuffler;
    uint8_t *deck;
    int deck_size, shuffled;
} Game;

static inline void next_mover(Game *g) { g->mover = g->mover + 1 == g->players ? 0 : g->mover + 1; }

static inline void pass_turn(const Rules *r, Game *g) {
    if (r->may_pass && g->passes < g->players - 1) g->passes++;
    next_mover(g);
}

static inline void shuffle_on(Game *g) {
    int left = g->deck_size - 1 - g->shuffled;
    if (left <= 0) {
        g->shuffled = g->deck_size;
        return;
    }
    int batch = left < BATCH ? left : BATCH;
    shuffle_batch(g->shuffler, g->deck, g->deck_size, g->shuffled, batch);
    g->shuffled += batch;
}

static inline int draw_card(Game *g) {
    int at = g->drawn++;
    if (g->shuffler)
        while (g->deck_size - g->stock_size + at >= g->shuffled) shuffle_on(g);
    return g->stock[at];
}

/* The turn of a mover with no card that fits: draw, or pass when the stock is empty. */
static inline void stuck_turn(const Rules *r, Game *g) {
    g->lacks[g->mover] = both(g->lacks[g->mover], g->ends);
    if (g->drawn == g->stock_size) {
        pass_turn(r, g);
        return;
    }
    for (int i = 0; i < r->draw_limit && g->drawn < g->stock_size; i++) {
        Cards card = r->bit[draw_card(g)];
        if (card.down & g->ends.down) {
            g->ends = lay_down(r, g->ends, card.down);
            break;
        }
        if (card.up & g->ends.up) {
            g->ends = lay_up(r, g->ends, card.up);
            break;
        }
        g->hand[g->mover] = both(g->hand[g->mover], card);
    }
    g->passes = 0;
    next_mover(g);
}

/* How many others are known not to hold a card. */
static inline int lacking(const Game *g, Cards card) {
    int n = 0;
    for (int p = 0; p < g->players; p++)
        if (p != g->mover && have_common(g->lacks[p], card)) n++;
    return n;
}

typedef struct {
    int worth, ties, is_up;
    uint64_t bit;
} Choice;

static inline void consider(Choice *best, int worth, uint64_t bit, int is_up, Random *random) {
    if (best->ties && worth <= best->worth) {
        if (worth < best->worth) return;
        if (random_below(random, (uint32_t)++best->ties)) return;
    } else {
        best->worth = worth;
        best->ties = 1;
    }
    best->bit = bit;
    best->is_up = is_up;
}

static inline int side_worth(const Game *g, const Phase *p, int held, int beyond, Cards next,
                             int simple) {
    if (beyond == 0) return p->end;
    int worth = p->side[held];
    if (simple) return worth;
    worth += p->other_beyond * beyond;
    if (p->next_lacked && !(held & 1)) worth += p->next_lacked * lacking(g, next);
    return worth;
}

static inline int start_side(const Game *g, const Phase *p, int held, int beyond, Cards next,
                             int simple) {
    if (beyond == 0) return 0;
    int worth = p->start_side[held];
    if (!simple && p->next_lacked && !(held & 1)) worth += p->next_lacked * lacking(g, next);
    return worth;
}

/* The worthiest card that fits; `simple`: the phase has no term beyond hold's. */
static inline Choice worthiest(const Rules *r, const Game *g, const Phase *p, Random *random,
                               int simple) {
    Cards hand = g->hand[g->mover];
    Choice best = {0, 0, 0, 0};
    for (uint64_t m = hand.down & g->ends.down; m; m &= m - 1) {
        int i = lowest(m), c = i >> 4, k = i & 15, worth;
        uint64_t bit = m & (0 - m);
        int held = (int)(hand.down >> (i + 1)) & (0x7fff >> k);
        Cards next = {bit << 1, 0};
        if (k) worth = side_worth(g, p, held, r->down_len[c] - k - 1, next, simple);
        else {
            Cards above = {0, bit};
            worth = p->start + start_side(g, p, held, r->down_len[c] - 1, next, simple) +
                    start_side(g, p, (int)(hand.up >> i) & 0x7fff, r->up_len[c], above, simple);
        }
        if (!simple) worth += p->points * (r->start[c] - k);
        consider(&best, worth, bit, 0, random);
    }
    for (uint64_t m = hand.up & g->ends.up; m; m &= m - 1) {
        int i = lowest(m), c = i >> 4, k = i & 15;
        uint64_t bit = m & (0 - m);
        int held = (int)(hand.up >> (i + 1)) & (0x7fff >> k);
        Cards next = {0, bit << 1};
        int worth = side_worth(g, p, held, r->up_len[c] - k - 1, next, simple);
        if (!simple) worth += p->points * (r->start[c] + 1 + k);
        consider(&best, worth, bit, 1, random);
    }
    return best;
}

static inline void lay_choice(const Rules *r, Game *g, Choice c) {
    if (c.is_up) {
        g->hand[g->mover].up ^= c.bit;
        g->ends = lay_up(r, g->ends, c.bit);
    } else {
        g->hand[g->mover].down ^= c.bit;
        g->ends = lay_down(r, g->ends, c.bit);
    }
}

/* Lay the starts that must be laid; whether there were any. */
static inline int lay_forced(const Rules *r, Game *g) {
    uint64_t starts = r->must_open ? g->hand[g->mover].down & g->ends.down & FIRST_BITS : 0;
    g->hand[g->mover].down ^= starts;
    g->ends = lay_down(r, g->ends, starts);
    return starts != 0;
}

static inline const Phase *phase_now(const Game *g, const Policy *policy) {
    const Phase *const *phase = policy->phase + (g->drawn == g->stock_size ? 2 : 0);
    if (policy->rush_at > 0)
        for (int p = 0; p < g->players; p++)
            if (p != g->mover && count_cards(g->hand[p]) <= policy->rush_at) return phase[1];
    return phase[0];
}

static inline void hold_turn(const Rules *r, Game *g, const Phase *p, Random *random) {
    if (!lay_forced(r, g)) lay_choice(r, g, worthiest(r, g, p, random, 1));
}

static void weights_turn(const Rules *r, Game *g, const Policy *policy, Random *random) {
    const Phase *p = phase_now(g, policy);
    int begun = lay_forced(r, g);
    for (;;) {
        Cards fit = common(g->hand[g->mover], g->ends);
        if (is_empty(fit) || (begun && p->more >= NEVER)) return;
        Choice best = worthiest(r, g, p, random, 0);
        if (begun && best.worth < p->more + p->more_per_fit * count_cards(fit)) return;
        lay_choice(r, g, best);
        begun = 1;
    }
}

/* One turn of a mover who can play; whether it was the last of the game. */
static inline int policy_turn(const Rules *r, Game *g, const Policy *policy, Random *random) {
    if (policy->kind == DUMP) lay_runs(r, &g->ends, &g->hand[g->mover]);
    else if (policy->kind == HOLD) hold_turn(r, g, policy->phase[0], random);
    else weights_turn(r, g, policy, random);
    return is_empty(g->hand[g->mover]);
}

/* Play until somebody is out or `stop` says so; whether somebody is out (the mover). */
typedef int (*Stop)(const Rules *, const Game *, void *);

static inline int play_out(const Rules *r, Game *g, const Policy *policies, Random *random,
                           Stop stop, void *context) {
    for (;;) {
        if (stop && stop(r, g, context)) return 0;
        if (!have_common(g->hand[g->mover], g->ends)) {
            stuck_turn(r, g);
            continue;
        }
        if (policy_turn(r, g, &policies[g->mover], random)) return 1;
        g->passes = 0;
        next_mover(g);
    }
}

/* ---- whole games ---- */

static inline int holder_of(const Game *g, Cards card) {
    for (int p = 0; p < g->players; p++)
        if (have_common(g->hand[p], card)) return p;
    return -1;
}

/* Deal hands of `size` from the shuffled deck and lay the opening card; whether one was dealt. */
static inline int open_game(const Rules *r, Game *g, int size) {
    memset(&g->ends, 0, sizeof g->ends);
    for (int c = 0; c < r->colours; c++) add_row(r, &g->ends, c, 0, 0);
    memset(g->hand, 0, sizeof g->hand);
    memset(g->lacks, 0, sizeof g->lacks);
    g->drawn = g->passes = 0;
    g->stock_size = g->deck_size - size * g->players;
    g->stock = g->deck + size * g->players;
    const uint8_t *card = g->deck;
    for (int p = 0; p < g->players; p++)
        for (int i = 0; i < size; i++) g->hand[p] = both(g->hand[p], r->bit[*card++]);
    for (int c = 0; c < r->colours; c++) {
        Cards start = r->bit[c * NUMBERS + r->start[c] - 1];
        int seat = holder_of(g, start);
        if (seat < 0) continue;
        g->hand[seat].down ^= start.down;
        g->ends = lay_down(r, g->ends, start.down);
        g->mover = seat;
        next_mover(g);
        return 1;
    }
    return 0;
}

/* Game number `index` of a seed, to its end. */
static inline void play_game(const Rules *r, Game *g, const Policy *policies, const uint8_t *fresh,
                             uint64_t seed, uint64_t index, int size) {
    Random shuffler, random = random_stream(seed, FOR_PLAY, index);
    g->shuffler = &shuffler;
    for (uint64_t attempt = 0;; attempt++) {
        shuffler = random_stream(seed, FOR_GAME + NEXT_ATTEMPT * attempt, index);
        memcpy(g->deck, fresh, CARDS);
        g->shuffled = 0;
        while (g->shuffled < size * g->players) shuffle_on(g);
        if (open_game(r, g, size)) break;
    }
    play_out(r, g, policies, &random, NULL, NULL);
}

#endif
