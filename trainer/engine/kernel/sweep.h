/* Exact values of all positions that can still arise, two players and an empty stock.
 *
 * Without a stock each card's owner is settled, so a position is how far each of the eight lanes
 * has been laid: a point of a box. Going backward through the box, every point takes its values
 * from at most eight later ones. on[seat] is the value for a seat in the middle of its turn, who
 * may lay on or stop; the value at the start of a turn follows from the same later points.
 */
#ifndef KERNEL_SWEEP_H
#define KERNEL_SWEEP_H

#include "cards.h"

#include <stdlib.h>

/* Vectors may read this far behind the box. */
enum { SWEEP_PAD = 16, MOST_LANES = 2 * COLOURS + 1, NOTHING = -20000 };

typedef struct {
    int colour, up, len, stride;
    int gates;               /* 1: begins with the start of a closed row */
    int gated, gate;         /* 1: cannot be laid before the lane `gate` has begun */
    unsigned owner;          /* bit i: seat 1 holds the i-th card */
    int16_t points[2][LANE]; /* [seat][i]: the seat's points from the i-th card on */
} Lane;

typedef struct {
    int lanes;
    Lane lane[MOST_LANES]; /* lane 0: the inner one, of stride 1 */
    int may_pass, must_open;
    int64_t states;
    int16_t *on[2];
} Sweep;

/* What the players can do at a point of the box; best: after laying one card. */
typedef struct {
    int best[2], fits[2], forced[2];
} Choices;

static void add_lane(Sweep *s, const Rules *r, Cards ends, const Cards hand[2], int colour,
                     int up) {
    int shift = LANE * colour;
    unsigned end = (unsigned)((up ? ends.up : ends.down) >> shift & 0xffff);
    unsigned other = (unsigned)((up ? hand[1].up : hand[1].down) >> shift & 0xffff);
    int closed = (int)(ends.down >> shift & 1);
    int from = end ? lowest(end) : up && closed ? 0 : LANE;
    int len = (up ? r->up_len[colour] : r->down_len[colour]) - from;
    if (len <= 0) return;
    Lane *lane = &s->lane[s->lanes++];
    memset(lane, 0, sizeof *lane);
    lane->colour = colour, lane->up = up, lane->len = len;
    lane->owner = other >> from;
    lane->gates = closed && !up;
    lane->gated = closed && up;
    for (int i = len - 1; i >= 0; i--) {
        int number = r->start[colour] + (up ? 1 + from + i : -(from + i));
        int seat = (int)(lane->owner >> i & 1);
        for (int p = 0; p < 2; p++)
            lane->points[p][i] = (int16_t)(lane->points[p][i + 1] + (p == seat ? number : 0));
    }
}

/* The inner lane is the longest that neither opens another nor waits for one. */
static void choose_inner(Sweep *s) {
    int best = -1;
    for (int i = 0; i < s->lanes; i++)
        if (!s->lane[i].gates && !s->lane[i].gated &&
            (best < 0 || s->lane[i].len > s->lane[best].len))
            best = i;
    if (best < 0) { /* an inner lane without cards */
        best = s->lanes++;
        memset(&s->lane[best], 0, sizeof s->lane[best]);
        s->lane[best].colour = COLOURS;
    }
    Lane inner = s->lane[best];
    memmove(s->lane + 1, s->lane, (size_t)best * sizeof inner);
    s->lane[0] = inner;
}

/* Lay out the box below a position; its size. */
static int64_t plan_sweep(Sweep *s, const Rules *r, Cards ends, const Cards hand[2]) {
    s->lanes = 0;
    s->may_pass = r->may_pass;
    s->must_open = r->must_open;
    for (int c = 0; c < r->colours; c++) /* a gate comes after the lane that waits for it */
        for (int up = 1; up >= 0; up--) add_lane(s, r, ends, hand, c, up);
    choose_inner(s);
    s->states = 1;
    for (int i = 0; i < s->lanes; i++) {
        Lane *lane = &s->lane[i];
        lane->stride = (int)s->states;
        s->states *= lane->len + 1;
        for (int j = 0; j < s->lanes; j++)
            if (s->lane[j].gates && s->lane[j].colour == lane->colour) lane->gate = j;
    }
    return s->states;
}

/* ---- values ---- */

/* At the start of a turn; passes: whether the other has just passed. */
static inline int start_value(const Choices *c, int seat, int may_pass, int passes) {
    int value = c->fits[seat] ? c->best[seat] : -c->best[!seat];
    if (may_pass && !passes && c->fits[seat] && !c->forced[seat]) {
        int passed = c->fits[!seat] ? -c->best[!seat] : value;
        if (passed > value) return passed;
    }
    return value;
}

static inline int on_value(const Choices *c, int seat, int may_pass) {
    if (c->forced[seat]) return c->best[seat];
    int stopped = -start_value(c, !seat, may_pass, 0);
    return stopped > c->best[seat] ? stopped : c->best[seat];
}

/* What some outer lanes contribute to all points with the same outer coordinates. */
typedef struct {
    int n[2], stride[2][MOST_LANES]; /* the lanes whose next card a seat can lay */
    int forced[2], points[2];
} Row;

static inline void add_to_row(const Sweep *s, const int *pos, int i, Row *row) {
    const Lane *lane = &s->lane[i];
    int at = pos[i];
    row->points[0] += lane->points[0][at];
    row->points[1] += lane->points[1][at];
    if (at == lane->len || (lane->gated && pos[lane->gate] == 0)) return;
    int seat = (int)(lane->owner >> at & 1);
    row->stride[seat][row->n[seat]++] = lane->stride;
    if (lane->gates && at == 0 && s->must_open) row->forced[seat] = 1;
}

/* best[x] = the best that later points of the outer lanes offer, for a row of inner points. */
static inline void best_of_row(const int16_t *on, const int *stride, int n, int16_t *best) {
    for (int x = 0; x < SWEEP_PAD; x++) best[x] = NOTHING;
    for (int i = 0; i < n; i++) {
        const int16_t *later = on + stride[i];
        for (int x = 0; x < SWEEP_PAD; x++) best[x] = later[x] > best[x] ? later[x] : best[x];
    }
}

/* Both seats' values along the inner lane, from its far end. */
static inline void sweep_row(Sweep *s, const Row *row, int64_t base, int may_pass) {
    const Lane *inner = &s->lane[0];
    int16_t best[2][SWEEP_PAD], *on[2] = {s->on[0] + base, s->on[1] + base};
    for (int p = 0; p < 2; p++) best_of_row(on[p], row->stride[p], row->n[p], best[p]);
    for (int x = inner->len; x >= 0; x--) {
        Choices c = {{best[0][x], best[1][x]},
                     {row->n[0] > 0, row->n[1] > 0},
                     {row->forced[0], row->forced[1]}};
        if (x < inner->len) {
            int seat = (int)(inner->owner >> x & 1);
            c.fits[seat] = 1;
            if (on[seat][x + 1] > c.best[seat]) c.best[seat] = on[seat][x + 1];
        }
        for (int p = 0; p < 2; p++) {
            int left = row->points[p] + inner->points[p][x];
            int others = row->points[!p] + inner->points[!p][x];
            on[p][x] = (int16_t)(left ? on_value(&c, p, may_pass) : others);
        }
    }
}

static inline int stopped_value(int others) { return others == NOTHING ? NOTHING : -others; }

/* The same where both still have cards in the outer lanes and nothing is forced: whoever stops
 * gets the other's best with the sign turned, unless the other is stuck. */
static inline void sweep_plain_row(Sweep *s, const Row *row, int64_t base) {
    const Lane *inner = &s->lane[0];
    int16_t best[2][SWEEP_PAD], *on[2] = {s->on[0] + base, s->on[1] + base};
    for (int p = 0; p < 2; p++) best_of_row(on[p], row->stride[p], row->n[p], best[p]);
    int zero = NOTHING, one = NOTHING;
    for (int x = inner->len; x >= 0; x--) {
        int ones = (int)(inner->owner >> x & 1);
        int later_zero = ones ? NOTHING : zero, later_one = ones ? one : NOTHING;
        int a = best[0][x] > later_zero ? best[0][x] : later_zero;
        int b = best[1][x] > later_one ? best[1][x] : later_one;
        int stop_zero = stopped_value(b), stop_one = stopped_value(a);
        zero = a > stop_zero ? a : stop_zero;
        one = b > stop_one ? b : stop_one;
        on[0][x] = (int16_t)zero;
        on[1][x] = (int16_t)one;
    }
}

static inline void sweep_any_row(Sweep *s, const Row *row, int64_t base) {
    int plain = row->points[0] && row->points[1] && !(row->forced[0] | row->forced[1]);
    if (s->may_pass) sweep_row(s, row, base, 1);
    else if (plain) sweep_plain_row(s, row, base);
    else sweep_row(s, row, base, 0);
}

/* Through the box from its far corner. outer[i] is what the lanes above i contribute; a lane at
 * its end contributes nothing, so one step changes one lane and copies that downward. */
static void run_sweep(Sweep *s) {
    int pos[MOST_LANES];
    int64_t base = 0;
    Row outer[MOST_LANES];
    memset(outer, 0, sizeof outer);
    for (int i = 1; i < s->lanes; i++) {
        pos[i] = s->lane[i].len;
        base += (int64_t)pos[i] * s->lane[i].stride;
    }
    for (;;) {
        sweep_any_row(s, &outer[0], base);
        int i = 1;
        for (; i < s->lanes && pos[i] == 0; i++) {
            pos[i] = s->lane[i].len;
            base += (int64_t)pos[i] * s->lane[i].stride;
        }
        if (i == s->lanes) return;
        pos[i]--;
        base -= s->lane[i].stride;
        outer[i - 1] = outer[i];
        add_to_row(s, pos, i, &outer[i - 1]);
        for (int j = i - 2; j >= 0; j--) outer[j] = outer[i - 1];
    }
}

/* The value for `seat` at the start of a turn at a point of a box that has been swept. */
static int swept_value(const Sweep *s, const int *pos, int seat, int passes) {
    Row row;
    Choices c;
    int64_t base = pos[0];
    memset(&row, 0, sizeof row);
    for (int i = 1; i < s->lanes; i++) add_to_row(s, pos, i, &row);
    for (int i = 1; i < s->lanes; i++) base += (int64_t)pos[i] * s->lane[i].stride;
    for (int p = 0; p < 2; p++) {
        c.best[p] = NOTHING;
        c.fits[p] = row.n[p] > 0;
        c.forced[p] = row.forced[p];
        for (int i = 0; i < row.n[p]; i++) {
            int later = s->on[p][base + row.stride[p][i]];
            if (later > c.best[p]) c.best[p] = later;
        }
    }
    if (pos[0] < s->lane[0].len) {
        int p = (int)(s->lane[0].owner >> pos[0] & 1), later = s->on[p][base + 1];
        c.fits[p] = 1;
        if (later > c.best[p]) c.best[p] = later;
    }
    return start_value(&c, seat, s->may_pass, passes);
}

#endif
