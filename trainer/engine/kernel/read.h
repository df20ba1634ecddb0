/* Arguments come as packed bytes (compiled.py writes them); nothing in them is trusted. */
#ifndef KERNEL_READ_H
#define KERNEL_READ_H

#include "deals.h"
#include "play.h"

typedef struct {
    const uint8_t *at, *end;
    const char *fault; /* the first one */
} Reader;

static void refuse(Reader *in, const char *fault) {
    if (!in->fault) in->fault = fault;
}

static int read_byte(Reader *in, int low, int high, const char *fault) {
    if (in->at == in->end) {
        refuse(in, "the packed arguments are too short");
        return low;
    }
    int value = *in->at++;
    if (value < low || value > high) {
        refuse(in, fault);
        return low;
    }
    return value;
}

static int read_int(Reader *in) {
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) value |= (uint32_t)read_byte(in, 0, 255, "") << (8 * i);
    int result = (int)(value & 0x7fffffff);
    return value >> 31 ? result - 0x7fffffff - 1 : result;
}

static void read_rules(Reader *in, Rules *r) {
    r->draw_limit = read_byte(in, 1, CARDS, "draw_limit is out of range");
    r->must_open = read_byte(in, 0, 1, "must_open is no truth value");
    r->may_pass = read_byte(in, 0, 1, "may_pass is no truth value");
    r->highest = read_byte(in, 3, NUMBERS, "highest is out of range");
    r->colours = read_byte(in, 1, COLOURS, "colours is out of range");
    int low = r->highest - 11 < 1 ? 1 : r->highest - 11, high = r->highest < 12 ? r->highest : 12;
    for (int c = 0; c < COLOURS; c++)
        r->start[c] = read_byte(in, low, high, "start is out of range");
    prepare_lanes(r);
}

/* A mask of ten bytes; all its cards must be of the deck. */
static Cards read_cards(Reader *in, const Rules *r) {
    Cards cards = {0, 0};
    for (int i = 0; i < 10; i++) {
        int byte = read_byte(in, 0, 255, "");
        for (int b = 0; b < 8; b++) {
            if (!(byte >> b & 1)) continue;
            if (is_empty(r->bit[8 * i + b])) refuse(in, "a card is not of this deck");
            cards = both(cards, r->bit[8 * i + b]);
        }
    }
    return cards;
}

/* The table; adds what lies on it to *seen. */
static Cards read_rows(Reader *in, const Rules *r, Cards *seen) {
    Cards ends = {0, 0};
    for (int c = 0; c < COLOURS; c++) {
        int low = read_byte(in, 0, NUMBERS, "a row is out of range");
        int high = read_byte(in, 0, NUMBERS, "a row is out of range");
        if (low || high) {
            if (c >= r->colours || low < 1 || low > r->start[c] || high < r->start[c] ||
                high > r->highest) {
                refuse(in, "a row is impossible");
                continue;
            }
            for (int n = low; n <= high; n++) *seen = both(*seen, r->bit[c * NUMBERS + n - 1]);
        }
        if (c < r->colours) add_row(r, &ends, c, low, high);
    }
    return ends;
}

static void see(Reader *in, Cards *seen, Cards cards) {
    if (have_common(*seen, cards)) refuse(in, "a card is in two places");
    *seen = both(*seen, cards);
}

/* What the mover (seat 0) or the solver sees. */
typedef struct {
    Cards ends, hand[MOST_PLAYERS], lacks[MOST_PLAYERS], pool;
    int players, mover, passes;
    int known[MOST_PLAYERS], size[MOST_PLAYERS];
    int stock_known, stock_size, hidden;
    uint8_t stock[CARDS];
} Table;

static void read_stock(Reader *in, const Rules *r, Table *t, Cards *seen) {
    t->stock_known = read_byte(in, 0, 1, "the stock is of no known kind");
    t->stock_size = read_byte(in, 0, CARDS, "the stock is out of range");
    for (int i = 0; t->stock_known && i < t->stock_size; i++) {
        t->stock[i] = (uint8_t)read_byte(in, 0, CARDS - 1, "a stock card is out of range");
        if (is_empty(r->bit[t->stock[i]])) refuse(in, "a card is not of this deck");
        see(in, seen, r->bit[t->stock[i]]);
    }
    if (!t->stock_known) t->hidden += t->stock_size;
}

static void read_table(Reader *in, const Rules *r, Table *t) {
    Cards seen = {0, 0};
    memset(t, 0, sizeof *t);
    t->ends = read_rows(in, r, &seen);
    t->players = read_byte(in, 2, MOST_PLAYERS, "players must be from 2 to 6");
    t->mover = read_byte(in, 0, t->players - 1, "there is no such mover");
    t->passes = read_byte(in, 0, t->players - 1, "passes is out of range");
    for (int p = 0; p < t->players; p++) {
        t->known[p] = read_byte(in, 0, 1, "a seat is of no known kind");
        t->size[p] = read_byte(in, 1, CARDS, "a hand must hold from 1 to 80 cards");
        t->hand[p] = read_cards(in, r);
        t->lacks[p] = read_cards(in, r);
        see(in, &seen, t->hand[p]);
        if (count_cards(t->hand[p]) != (t->known[p] ? t->size[p] : 0))
            refuse(in, "a hand contradicts its size");
        if (!t->known[p]) t->hidden += t->size[p];
    }
    read_stock(in, r, t, &seen);
    t->pool = without(r->lanes, seen);
    if (count_cards(t->pool) != t->hidden) refuse(in, "the cards must add up to the deck");
}

static void read_phase(Reader *in, Phase *phase) {
    int w[PHASE_SIZE];
    for (int i = 0; i < PHASE_SIZE; i++) {
        w[i] = read_int(in);
        if (w[i] > NEVER || w[i] < -NEVER) refuse(in, "a weight is out of range");
        if (in->fault) w[i] = 0;
    }
    prepare_phase(phase, w);
}

/* Policies with their own phases, which `room` must hold (PHASES each). */
static void read_policies(Reader *in, Policy *policies, int players, const Phase *hold,
                          Phase *room) {
    for (int p = 0; p < players; p++, room += PHASES) {
        Policy *policy = &policies[p];
        int kind = read_byte(in, DUMP, WEIGHTS_BARE, "there is no such policy");
        int own = kind == WEIGHTS ? 2 : kind == WEIGHTS_BARE ? 4 : 0;
        policy->kind = kind == WEIGHTS_BARE ? WEIGHTS : kind;
        policy->rush_at = own ? read_int(in) : 0;
        for (int i = 0; i < own; i++) read_phase(in, &room[i]);
        for (int i = 0; i < PHASES; i++) policy->phase[i] = own ? &room[i % own] : hold;
    }
}

static int card_indices(const Rules *r, Cards cards, uint8_t *list) {
    int n = 0;
    for (int i = 0; i < CARDS; i++)
        if (have_common(r->bit[i], cards)) list[n++] = (uint8_t)i;
    return n;
}

/* Which hidden seats are constrained, and by which cards; `ways` is not yet there. */
static void read_constraints(const Rules *r, const Table *t, Sampler *s) {
    uint8_t special[CARDS];
    Cards lacked = {0, 0}, lacks[MOST_PLAYERS];
    memset(s, 0, sizeof *s);
    s->pool = t->hidden;
    for (int p = 0; p < t->players; p++) {
        if (t->known[p]) continue;
        Cards absent = common(t->lacks[p], t->pool);
        s->which[s->hidden] = is_empty(absent) ? -1 : s->constrained;
        s->count[s->hidden++] = t->size[p];
        if (is_empty(absent)) continue;
        s->need[s->constrained] = t->size[p];
        lacks[s->constrained++] = absent;
        lacked = both(lacked, absent);
    }
    s->specials = card_indices(r, lacked, special);
    s->free_count = card_indices(r, without(t->pool, lacked), s->free_cards);
    memcpy(s->special, special, sizeof special);
    for (int i = 0; i < s->specials; i++)
        for (int k = 0; k < s->constrained; k++)
            if (!have_common(lacks[k], r->bit[special[i]])) s->takers[i] |= (uint8_t)(1 << k);
}

#endif
