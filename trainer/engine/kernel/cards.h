/* Cards in lanes, random words, rules.
 *
 * Each row has two halves that grow outward from its start: "down" holds the start (bit 0) and
 * the numbers below it, "up" the numbers above. A half is a lane of 16 bits, four lanes a word,
 * nearest card first. The next card of every lane is one bit of `ends`; a hand's cards that fit
 * are hand & ends, and the top bits of a lane stay empty, so that sums never leave a lane.
 */
#ifndef KERNEL_CARDS_H
#define KERNEL_CARDS_H

#include <stdint.h>
#include <string.h>

enum { CARDS = 80, COLOURS = 4, NUMBERS = 20, MOST_PLAYERS = 6, LANE = 16, SIDES = 2048 };

#define FIRST_BITS UINT64_C(0x0001000100010001)

typedef struct {
    uint64_t down, up;
} Cards;

typedef struct {
    int draw_limit, must_open, may_pass, highest, colours;
    int start[COLOURS], down_len[COLOURS], up_len[COLOURS];
    Cards lanes;      /* every card of the deck */
    Cards bit[CARDS]; /* nothing for a card that is not of the deck */
} Rules;

/* ---- bits (KERNEL_PORTABLE: without the compiler's own words, for tests) ---- */

#if (defined(__GNUC__) || defined(__clang__)) && !defined(KERNEL_PORTABLE)
static inline int lowest(uint64_t x) { return __builtin_ctzll(x); }
#else
static inline int lowest(uint64_t x) {
    int n = 0;
    while (!(x & 1)) x >>= 1, n++;
    return n;
}
#endif

/* How many cards: the two words share the later folds. */
static inline int count_cards(Cards c) {
    const uint64_t two = UINT64_C(0x5555555555555555), four = UINT64_C(0x3333333333333333);
    uint64_t d = c.down - (c.down >> 1 & two), u = c.up - (c.up >> 1 & two);
    uint64_t n = (d & four) + (d >> 2 & four) + (u & four) + (u >> 2 & four);
    n = (n & UINT64_C(0x0f0f0f0f0f0f0f0f)) + (n >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    return (int)(n * UINT64_C(0x0101010101010101) >> 56);
}

static inline int is_empty(Cards c) { return (c.down | c.up) == 0; }
static inline int have_common(Cards a, Cards b) {
    return ((a.down & b.down) | (a.up & b.up)) != 0;
}
static inline Cards both(Cards a, Cards b) {
    a.down |= b.down, a.up |= b.up;
    return a;
}
static inline Cards common(Cards a, Cards b) {
    a.down &= b.down, a.up &= b.up;
    return a;
}
static inline Cards without(Cards a, Cards b) {
    a.down &= ~b.down, a.up &= ~b.up;
    return a;
}
static inline int same(Cards a, Cards b) { return a.down == b.down && a.up == b.up; }

/* The points of a hand. */
static inline int points(const Rules *r, Cards c) {
    int sum = 0;
    for (uint64_t m = c.down; m; m &= m - 1) {
        int i = lowest(m);
        sum += r->start[i >> 4] - (i & 15);
    }
    for (uint64_t m = c.up; m; m &= m - 1) {
        int i = lowest(m);
        sum += r->start[i >> 4] + 1 + (i & 15);
    }
    return sum;
}

/* ---- the table ---- */

/* Lay one card that fits, given as its bit; the table's ends move on. */
static inline Cards lay_down(const Rules *r, Cards ends, uint64_t bit) {
    ends.up |= bit & FIRST_BITS & r->lanes.up;
    ends.down = (ends.down ^ bit) | (bit << 1 & r->lanes.down);
    return ends;
}
static inline Cards lay_up(const Rules *r, Cards ends, uint64_t bit) {
    ends.up = (ends.up ^ bit) | (bit << 1 & r->lanes.up);
    return ends;
}

/* Lay all of a hand that can be laid. Adding the end's bit to a lane carries through the run
 * of held cards that starts there and stops at the first gap, which is the new end. */
static inline void lay_runs(const Rules *r, Cards *ends, Cards *hand) {
    ends->up |= hand->down & ends->down & FIRST_BITS & r->lanes.up;
    uint64_t d = hand->down + (hand->down & ends->down), u = hand->up + (hand->up & ends->up);
    ends->down = (ends->down | d) & ~hand->down & r->lanes.down;
    ends->up = (ends->up | u) & ~hand->up & r->lanes.up;
    hand->down &= d;
    hand->up &= u;
}

/* ---- rules ---- */

static void prepare_lanes(Rules *r) {
    memset(&r->lanes, 0, sizeof r->lanes);
    memset(r->bit, 0, sizeof r->bit);
    for (int c = 0; c < r->colours; c++) {
        r->down_len[c] = r->start[c];
        r->up_len[c] = r->highest - r->start[c];
        for (int n = 1; n <= r->highest; n++) {
            Cards *bit = &r->bit[c * NUMBERS + n - 1];
            if (n <= r->start[c]) bit->down = UINT64_C(1) << (LANE * c + r->start[c] - n);
            else bit->up = UINT64_C(1) << (LANE * c + n - r->start[c] - 1);
            r->lanes = both(r->lanes, *bit);
        }
    }
}

/* The cards that fit beside a row low..high (0: closed). */
static void add_row(const Rules *r, Cards *ends, int colour, int low, int high) {
    const Cards *bit = &r->bit[colour * NUMBERS];
    if (!low) *ends = both(*ends, bit[r->start[colour] - 1]);
    if (low > 1) *ends = both(*ends, bit[low - 2]);
    if (low && high < r->highest) *ends = both(*ends, bit[high]);
}

/* ---- random words: SplitMix64, one stream for (seed, purpose, index) ---- */

typedef struct {
    uint64_t state;
} Random;

enum { FOR_DEAL = 1, FOR_PLAY = 2, FOR_GAME = 3, NEXT_ATTEMPT = 16 };

static inline uint64_t mix_bits(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}
static inline uint64_t random_word(Random *r) {
    return mix_bits(r->state += UINT64_C(0x9E3779B97F4A7C15));
}
static inline Random random_stream(uint64_t seed, uint64_t purpose, uint64_t index) {
    uint64_t base = mix_bits(seed + UINT64_C(0x9E3779B97F4A7C15));
    Random r = {mix_bits(base + purpose * UINT64_C(0xD1342543DE82EF95) +
                         index * UINT64_C(0xDA942042E4DD58B5))};
    return r;
}
static inline uint32_t random_below(Random *r, uint32_t bound) {
    return (uint32_t)((random_word(r) >> 32) * bound >> 32);
}
static inline double random_fraction(Random *r) {
    return (double)(random_word(r) >> 11) * (1.0 / 9007199254740992.0);
}

/* The high word of a product; *low gets the low one. */
static inline uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low) {
#if defined(__SIZEOF_INT128__) && !defined(KERNEL_PORTABLE)
    __extension__ typedef unsigned __int128 Wide;
    Wide p = (Wide)a * b;
    *low = (uint64_t)p;
    return (uint64_t)(p >> 64);
#else
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t m = a1 * b0 + (a0 * b0 >> 32), n = a0 * b1 + (uint32_t)m;
    *low = a * b;
    return a1 * b1 + (m >> 32) + (n >> 32);
#endif
}

enum { BATCH = 8 };

/* Put random cards into places from..from+batch-1 of `size` (batch <= 8, the last place is left
 * alone). All dice come from one word: multiplied by each bound in turn it gives a die and a
 * rest; the last rest tells whether the word must be refused to keep all outcomes equal. */
static inline void shuffle_batch(Random *r, uint8_t *cards, int size, int from, int batch) {
    uint64_t dice[BATCH], rest, product;
    do {
        rest = random_word(r), product = 1;
        for (int i = 0; i < batch; i++) {
            uint64_t bound = (uint64_t)(size - from - i);
            dice[i] = multiply(rest, bound, &rest);
            product *= bound;
        }
    } while (rest < product && rest < (0 - product) % product);
    for (int i = from; i < from + batch; i++) {
        int there = i + (int)dice[i - from];
        uint8_t card = cards[i];
        cards[i] = cards[there];
        cards[there] = card;
    }
}

static void shuffle_all(Random *r, uint8_t *cards, int size) {
    for (int at = 0; at < size - 1; at += BATCH)
        shuffle_batch(r, cards, size, at, size - 1 - at < BATCH ? size - 1 - at : BATCH);
}

#endif
