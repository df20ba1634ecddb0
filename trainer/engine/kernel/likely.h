/* Deals drawn by how likely they make what the others were seen to do (likely.py explains). */
#ifndef KERNEL_LIKELY_H
#define KERNEL_LIKELY_H

#include "read.h"

enum {
    MOST_ACTS = 120,
    FOR_BELIEF = 4,
    CHAIN_DEALS = 16,
    BURN_IN = 600,
    STEPS = 24
};

static const double SLIP = 0.125; /* the share of turns that are taken to follow no policy */

typedef struct {
    Cards ends, laid; /* before the turn; nothing laid: a draw turn or a pass */
    int kept;
} Act;

/* A card that a seat holds or has laid: held from act `since` on, laid in act `until`. */
typedef struct {
    uint8_t card;
    int since, until;
} Stay;

typedef struct {
    const Policy *policy;
    int count;
    Act act[MOST_ACTS];
    Cards lacks;
    Cards hand[MOST_ACTS]; /* at each act */
    Stay stay[CARDS];
    int stays, laid; /* the first `laid` are of cards that have been laid */
    double fit;      /* the likelihood of the acts */
} Witness;

typedef struct {
    const Rules *rules;
    int seats, hidden; /* hidden seats; cards of theirs in a row */
    int width;
    Witness seat[MOST_PLAYERS];
    uint8_t row[CARDS];
    int owner[CARDS]; /* of each place of the row: a seat, or `seats` for the stock */
    int stay[CARDS];  /* of each place of a seat: which Stay it is */
} Chain;

/* ---- how likely a choice is ---- */

/* The worth of every card that fits, by the calm phase; nobody is known to lack anything. */
static int fit_worths(const Rules *r, const Phase *p, Cards hand, Cards ends, int *worth, Cards *card) {
    int n = 0;
    for (uint64_t m = hand.down & ends.down; m; m &= m - 1, n++) {
        int i = lowest(m), c = i >> 4, k = i & 15;
        int held = (int)(hand.down >> (i + 1)) & (0x7fff >> k), beyond = r->down_len[c] - k - 1;
        card[n].down = m & (0 - m), card[n].up = 0;
        worth[n] = p->points * (r->start[c] - k);
        if (k) worth[n] += beyond ? p->side[held] + p->other_beyond * beyond : p->end;
        else {
            if (beyond) worth[n] += p->start_side[held];
            if (r->up_len[c]) worth[n] += p->start_side[(int)(hand.up >> i) & 0x7fff];
            worth[n] += p->start;
        }
    }
    for (uint64_t m = hand.up & ends.up; m; m &= m - 1, n++) {
        int i = lowest(m), c = i >> 4, k = i & 15;
        int held = (int)(hand.up >> (i + 1)) & (0x7fff >> k), beyond = r->up_len[c] - k - 1;
        card[n].down = 0, card[n].up = m & (0 - m);
        worth[n] = p->points * (r->start[c] + 1 + k);
        worth[n] += beyond ? p->side[held] + p->other_beyond * beyond : p->end;
    }
    return n;
}

/* The chance that the first card of this turn is one of `laid`. */
static double choice_chance(const Rules *r, const Phase *p, Cards hand, const Act *act) {
    int worth[8], best = 0, ties = 0, laid = 0, good = 0;
    Cards card[8];
    int n = fit_worths(r, p, hand, act->ends, worth, card);
    for (int i = 0; i < n; i++) {
        if (!ties || worth[i] > best) best = worth[i], ties = good = 0;
        int is_laid = have_common(card[i], act->laid);
        laid += is_laid;
        if (worth[i] == best) ties++, good += is_laid;
    }
    if (n < 2) return 1.0;
    return (1.0 - SLIP) * good / ties + SLIP * laid / n;
}

/* The chance that a player who lays all they can has laid just this. */
static double dump_chance(const Rules *r, Cards hand, const Act *act) {
    Cards ends = act->ends, left = hand;
    lay_runs(r, &ends, &left);
    return same(left, without(hand, act->laid)) ? 1.0 - SLIP : SLIP;
}

static double likelihood(const Rules *r, const Witness *w) {
    double fit = 1.0;
    for (int a = 0; a < w->count; a++) {
        if (is_empty(w->act[a].laid)) continue;
        if (w->policy->kind == DUMP) fit *= dump_chance(r, w->hand[a], &w->act[a]);
        else fit *= choice_chance(r, w->policy->phase[0], w->hand[a], &w->act[a]);
    }
    return fit;
}

/* ---- the chain ---- */

static void set_hands(const Rules *r, Witness *w) {
    const Cards none = {0, 0};
    for (int a = 0; a < w->count; a++) {
        w->hand[a] = none;
        for (int i = 0; i < w->stays; i++)
            if (w->stay[i].since <= a && a <= w->stay[i].until)
                w->hand[a] = both(w->hand[a], r->bit[w->stay[i].card]);
    }
}

/* Whether a card may have come to a seat at `since`: it did not fit when it was drawn. */
static int may_come(const Rules *r, const Witness *w, int since, int card) {
    return since == 0 || !have_common(w->act[since - 1].ends, r->bit[card]);
}

/* Choose at random which cards were drawn when. */
static void label_draws(const Rules *r, Witness *w, Random *random) {
    for (int a = 0; a < w->count; a++) {
        uint8_t able[CARDS];
        int n = 0;
        if (!w->act[a].kept) continue;
        for (int i = 0; i < w->stays; i++) {
            const Stay *s = &w->stay[i];
            if (s->since == 0 && s->until > a && may_come(r, w, a + 1, s->card)) able[n++] = (uint8_t)i;
        }
        shuffle_all(random, able, n);
        for (int i = 0; i < n && i < w->act[a].kept; i++) w->stay[able[i]].since = a + 1;
    }
}

/* Start from the deal in `row`. */
static void start_chain(Chain *c, Random *random) {
    int place = 0;
    for (int k = 0; k < c->seats; k++) {
        Witness *w = &c->seat[k];
        for (int i = 0; i < w->laid; i++) w->stay[i].since = 0;
        for (int i = w->laid; i < w->stays; i++, place++) {
            Stay s = {c->row[place], 0, w->count};
            w->stay[i] = s;
            c->owner[place] = k;
            c->stay[place] = i;
        }
        label_draws(c->rules, w, random);
        set_hands(c->rules, w);
        w->fit = likelihood(c->rules, w);
    }
    for (; place < c->width; place++) c->owner[place] = c->seats;
}

/* Whether the place's seat may hold another card instead; the stock takes any. */
static int may_take(const Chain *c, int place, int card) {
    if (c->owner[place] == c->seats) return 1;
    const Witness *w = &c->seat[c->owner[place]];
    if (have_common(w->lacks, c->rules->bit[card])) return 0;
    return may_come(c->rules, w, w->stay[c->stay[place]].since, card);
}

/* Put a card into a place; the seat's hands follow. */
static void put_card(Chain *c, int place, int card) {
    int old = c->row[place];
    c->row[place] = (uint8_t)card;
    if (c->owner[place] == c->seats) return;
    Witness *w = &c->seat[c->owner[place]];
    Stay *s = &w->stay[c->stay[place]];
    s->card = (uint8_t)card;
    for (int a = s->since; a < w->count; a++)
        w->hand[a] = both(without(w->hand[a], c->rules->bit[old]), c->rules->bit[card]);
}

static int is_accepted(double ratio, Random *random) {
    return ratio >= 1.0 || random_fraction(random) < ratio;
}

/* Propose that two hidden cards change places. */
static void swap_cards(Chain *c, Random *random) {
    int p = (int)random_below(random, (uint32_t)c->hidden);
    int q = (int)random_below(random, (uint32_t)c->width), a = c->row[p], b = c->row[q];
    if (c->owner[p] == c->owner[q] || !may_take(c, p, b) || !may_take(c, q, a)) return;
    Witness *one = &c->seat[c->owner[p]];
    Witness *two = c->owner[q] < c->seats ? &c->seat[c->owner[q]] : NULL;
    put_card(c, p, b);
    put_card(c, q, a);
    double fit = likelihood(c->rules, one), other = two ? likelihood(c->rules, two) : 1.0;
    if (is_accepted(fit / one->fit * (two ? other / two->fit : 1.0), random)) {
        one->fit = fit;
        if (two) two->fit = other;
    } else {
        put_card(c, p, a);
        put_card(c, q, b);
    }
}

/* Propose that two cards of a seat came to it at each other's time. */
static void swap_times(Chain *c, Random *random) {
    Witness *w = &c->seat[random_below(random, (uint32_t)c->seats)];
    Stay *x = &w->stay[random_below(random, (uint32_t)w->stays)];
    Stay *y = &w->stay[random_below(random, (uint32_t)w->stays)];
    int from = x->since, to = y->since;
    if (from == to || to > x->until || from > y->until) return;
    if (!may_come(c->rules, w, to, x->card) || !may_come(c->rules, w, from, y->card)) return;
    x->since = to, y->since = from;
    set_hands(c->rules, w);
    double fit = likelihood(c->rules, w);
    if (is_accepted(fit / w->fit, random)) w->fit = fit;
    else {
        x->since = from, y->since = to;
        set_hands(c->rules, w);
    }
}

static void run_chain(Chain *c, Random *random, int steps) {
    for (int i = 0; i < steps && c->hidden; i++) {
        if (random_below(random, 10) < 3) swap_times(c, random);
        else swap_cards(c, random);
    }
}

/* Deals first..first+count-1; deal i is the (i mod 16)-th of chain i / 16. */
static void likely_rows(Chain *c, const Sampler *s, uint64_t seed, uint64_t first, int64_t count,
                        uint8_t *rows) {
    uint64_t end = first + (uint64_t)count;
    for (uint64_t number = first / CHAIN_DEALS; number * CHAIN_DEALS < end; number++) {
        Random random = random_stream(seed, FOR_BELIEF, number);
        sample_deal(s, seed, number, c->row);
        start_chain(c, &random);
        run_chain(c, &random, BURN_IN);
        for (uint64_t i = number * CHAIN_DEALS; i < (number + 1) * CHAIN_DEALS && i < end; i++) {
            uint8_t row[CARDS];
            run_chain(c, &random, STEPS);
            memcpy(row, c->row, sizeof row);
            shuffle_all(&random, row + c->hidden, c->width - c->hidden);
            if (i < first) continue;
            memcpy(rows, row, (size_t)c->width);
            rows += c->width;
        }
    }
}

/* ---- arguments ---- */

/* The acts of every other seat; seats whose hand lies open are skipped. */
static void read_acts(Reader *in, const Rules *r, const Table *t, const Policy *policies, Chain *c) {
    c->rules = r;
    c->width = t->hidden;
    if (!t->known[0] || t->mover != 0) refuse(in, "the mover's hand must be known");
    for (int p = 1; p < t->players; p++) {
        Witness *w = &c->seat[c->seats];
        w->policy = &policies[p];
        w->lacks = t->lacks[p];
        w->count = read_byte(in, 0, MOST_ACTS, "too many acts");
        w->laid = 0;
        for (int a = 0; a < w->count; a++) {
            Cards on = {0, 0};
            uint8_t cards[CARDS];
            w->act[a].ends = read_rows(in, r, &on);
            w->act[a].laid = read_cards(in, r);
            w->act[a].kept = read_byte(in, 0, CARDS, "too many cards were kept");
            int n = card_indices(r, w->act[a].laid, cards);
            for (int i = 0; i < n; i++) {
                Stay s = {cards[i], 0, a};
                if (w->laid + t->size[p] < CARDS) w->stay[w->laid++] = s;
                else refuse(in, "a seat has laid too many cards");
            }
        }
        if (t->known[p]) continue;
        w->stays = w->laid + t->size[p];
        c->hidden += t->size[p];
        c->seats++;
    }
}

#endif
