/* Deals that agree with what is known, each equally likely (deals.py explains the method). */
#ifndef KERNEL_DEALS_H
#define KERNEL_DEALS_H

#include "cards.h"

#include <stdlib.h>

enum { MOST_STATES = 1000000 };

typedef struct {
    int hidden;                  /* seats with hidden cards, in turn order */
    int count[MOST_PLAYERS];     /* their cards */
    int which[MOST_PLAYERS];     /* their number among the constrained, or -1 */
    int constrained;
    int need[MOST_PLAYERS], size[MOST_PLAYERS], unit[MOST_PLAYERS];
    int pool, specials, free_count;
    uint8_t special[CARDS], free_cards[CARDS];
    uint8_t takers[CARDS];       /* of each special card: bits of the constrained seats */
    int states;
    double *ways;                /* [special + 1][states] */
} Sampler;

/* Special cards that each constrained seat can take bound the states; -1: too many of them. */
static int measure_sampler(Sampler *s) {
    int64_t states = 1;
    for (int k = 0; k < s->constrained; k++) {
        int takes = 0;
        for (int i = 0; i < s->specials; i++) takes += s->takers[i] >> k & 1;
        s->size[k] = (s->need[k] < takes ? s->need[k] : takes) + 1;
        s->unit[k] = (int)states;
        states *= s->size[k];
        if (states > MOST_STATES) return -1;
    }
    if (states * (s->specials + 1) > MOST_STATES) return -1;
    s->states = (int)states;
    return 0;
}

static double spread_ways(const Sampler *s, const double *inverse, int state) {
    double ways = 1.0;
    int left = s->free_count;
    for (int k = 0; k < s->constrained; k++) {
        int need = s->need[k] - state % s->size[k];
        state /= s->size[k];
        ways *= inverse[need];
        left -= need;
    }
    return left >= 0 ? ways * inverse[left] : 0.0;
}

static int has_room(const Sampler *s, int state, int k) {
    return state / s->unit[k] % s->size[k] + 1 < s->size[k];
}

static void count_ways(Sampler *s) {
    double inverse[CARDS + 1] = {1.0};
    for (int n = 1; n <= CARDS; n++) inverse[n] = inverse[n - 1] / n;
    double *layer = s->ways + (size_t)s->specials * (size_t)s->states;
    for (int state = 0; state < s->states; state++) layer[state] = spread_ways(s, inverse, state);
    for (int i = s->specials - 1; i >= 0; i--) {
        const double *after = layer;
        layer -= s->states;
        for (int state = 0; state < s->states; state++) {
            double total = after[state];
            for (int k = 0; k < s->constrained; k++)
                if (s->takers[i] >> k & 1 && has_room(s, state, k))
                    total += after[state + s->unit[k]];
            layer[state] = total;
        }
    }
}

/* Put each special card into a hand or into the rest; returns the rest's size. */
static int place_special(const Sampler *s, Random *r, uint8_t hand[][CARDS], int *held,
                         uint8_t *rest) {
    int state = 0, resting = 0;
    const double *layer = s->ways;
    for (int i = 0; i < s->specials; i++, layer += s->states) {
        const double *after = layer + s->states;
        double left = random_fraction(r) * layer[state] - after[state];
        int chosen = -1;
        for (int k = 0; k < s->constrained && left >= 0.0; k++) {
            if (!(s->takers[i] >> k & 1) || !has_room(s, state, k)) continue;
            double ways = after[state + s->unit[k]];
            if (ways > 0.0) chosen = k;
            left -= ways;
        }
        if (chosen < 0) rest[resting++] = s->special[i];
        else {
            hand[chosen][held[chosen]++] = s->special[i];
            state += s->unit[chosen];
        }
    }
    return resting;
}

/* Write the row of deal `index`: the hidden hands in turn order, then the hidden stock. */
static void sample_deal(const Sampler *s, uint64_t seed, uint64_t index, uint8_t *row) {
    Random r = random_stream(seed, FOR_DEAL, index);
    uint8_t hand[MOST_PLAYERS][CARDS], resting[CARDS], rest[CARDS], cards[CARDS];
    int held[MOST_PLAYERS] = {0}, used = 0;
    int special_rest = s->constrained ? place_special(s, &r, hand, held, resting) : 0;
    memcpy(cards, s->free_cards, (size_t)s->free_count);
    shuffle_all(&r, cards, s->free_count);
    for (int k = 0; k < s->constrained; k++)
        while (held[k] < s->need[k]) hand[k][held[k]++] = cards[used++];
    int size = s->free_count - used;
    memcpy(rest, cards + used, (size_t)size);
    memcpy(rest + size, resting, (size_t)special_rest);
    size += special_rest;
    if (s->constrained) shuffle_all(&r, rest, size);
    used = 0;
    for (int h = 0; h < s->hidden; h++) {
        const uint8_t *from = s->which[h] < 0 ? rest + used : hand[s->which[h]];
        memcpy(row, from, (size_t)s->count[h]);
        row += s->count[h];
        if (s->which[h] < 0) used += s->count[h];
    }
    memcpy(row, rest + used, (size_t)(size - used));
}

#endif
