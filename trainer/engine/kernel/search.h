/* Alpha-beta for two players whose hands lie open: a known, hidden or empty stock.
 *
 * A turn is searched card by card, so that different orders of the same cards meet, and the
 * table remembers bounds of a bounded number of positions. A draw of a hidden card is worth
 * `unknown[seat]`, from a pessimist's or an optimist's point of view.
 */
#ifndef KERNEL_SEARCH_H
#define KERNEL_SEARCH_H

#include "cards.h"
#include "play.h"

enum { INFINITE = 10000, MOST_MOVES = 2 * COLOURS + 1 };

typedef struct {
    Cards ends, hand[2];
    int points[2];
    int drawn, mover, begun, passes;
} Node;

typedef struct {
    uint64_t key;
    int16_t low, high;
    uint8_t best; /* the move that was best: its end's bit number (up: + 64), or STOP */
} Entry;

enum { STOP = 255 };

typedef struct {
    const Rules *rules;
    const Phase *order; /* worth of cards, for the order of moves */
    const uint8_t *stock;
    int stock_size, hidden;
    int stock_points[CARDS + 1]; /* of the stock from its i-th card on */
    int unknown[2];
    uint64_t salt;
    int64_t nodes, most_nodes;
    int stopped;
    Entry *table;
    uint64_t table_mask;
} Search;

static inline uint64_t fold(uint64_t a, uint64_t b) {
    uint64_t low, high = multiply(a, b, &low);
    return low ^ high;
}

/* Two hashes, one to find the entry and one to know it by; the other hand follows from the rest.
 * The constants are the fractions of the square roots of the first primes. */
static inline Entry *find_entry(const Search *s, const Node *n, uint64_t *key) {
    uint64_t rest = s->salt ^ ((uint64_t)n->drawn << 8 | (uint64_t)n->mover << 2 |
                               (uint64_t)n->begun << 1 | (uint64_t)n->passes);
    uint64_t a = n->ends.down, b = n->ends.up, c = n->hand[0].down, d = n->hand[0].up;
    uint64_t e = d ^ mix_bits(rest + 1);
    uint64_t place = fold(a ^ d ^ UINT64_C(0x6A09E667F3BCC908), b ^ UINT64_C(0xBB67AE8584CAA73B)) ^
                     fold(c ^ UINT64_C(0x3C6EF372FE94F82B), e ^ UINT64_C(0xA54FF53A5F1D36F1));
    *key = fold(a ^ UINT64_C(0x510E527FADE682D1), b ^ UINT64_C(0x9B05688C2B3E6C1F)) ^
           fold(c ^ UINT64_C(0x1F83D9ABFB41BD6B), e ^ UINT64_C(0x5BE0CD19137E2179));
    if (*key == 0) *key = 1; /* 0 marks an empty entry */
    return &s->table[mix_bits(place ^ *key) & s->table_mask];
}

/* ---- moves ---- */

typedef struct {
    int worth;
    uint8_t move;
} Move;

static void insert_move(Move *moves, int *n, int move, int worth) {
    int i = (*n)++;
    for (; i > 0 && moves[i - 1].worth < worth; i--) moves[i] = moves[i - 1];
    moves[i].move = (uint8_t)move;
    moves[i].worth = worth;
}

static int down_order(const Search *s, const Node *n, int i) {
    const Rules *r = s->rules;
    int k = i & 15, c = i >> 4;
    uint64_t hand = n->hand[n->mover].down;
    int held = (int)(hand >> (i + 1)) & (0x7fff >> k);
    if (k) return k + 1 == r->down_len[c] ? s->order->end : s->order->side[held];
    int above = (int)(n->hand[n->mover].up >> i) & 0x7fff;
    return s->order->start + s->order->start_side[held] + s->order->start_side[above];
}

static int up_order(const Search *s, const Node *n, int i) {
    int k = i & 15;
    int held = (int)(n->hand[n->mover].up >> (i + 1)) & (0x7fff >> k);
    return k + 1 == s->rules->up_len[i >> 4] ? s->order->end : s->order->side[held];
}

/* The moves, best first; `first`: one to put before all, or -1. */
static int list_moves(const Search *s, const Node *n, int first, Move *moves) {
    const Cards *hand = &n->hand[n->mover];
    int count = 0;
    int forced = s->rules->must_open && (hand->down & n->ends.down & FIRST_BITS) != 0;
    for (uint64_t m = hand->down & n->ends.down; m; m &= m - 1) {
        int i = lowest(m);
        insert_move(moves, &count, i, i == first ? INFINITE : down_order(s, n, i));
    }
    for (uint64_t m = hand->up & n->ends.up; m; m &= m - 1) {
        int i = lowest(m);
        insert_move(moves, &count, i + 64, i + 64 == first ? INFINITE : up_order(s, n, i));
    }
    int may_stop = n->begun || (s->rules->may_pass && n->passes == 0);
    if (may_stop && !forced)
        insert_move(moves, &count, STOP, first == STOP ? INFINITE : n->begun ? 10 : -INFINITE);
    return count;
}

static inline void lay_move(const Rules *r, Node *n, int move) {
    uint64_t bit = UINT64_C(1) << (move & 63);
    int c = (move & 63) >> 4, k = move & 15;
    if (move < 64) {
        n->hand[n->mover].down ^= bit;
        n->ends = lay_down(r, n->ends, bit);
        n->points[n->mover] -= r->start[c] - k;
    } else {
        n->hand[n->mover].up ^= bit;
        n->ends = lay_up(r, n->ends, bit);
        n->points[n->mover] -= r->start[c] + 1 + k;
    }
    n->begun = 1;
    n->passes = 0;
}

static inline void end_turn(Node *n, int passes) {
    n->mover = !n->mover;
    n->begun = 0;
    n->passes = passes;
}

static void draw_turn(const Search *s, Node *n) {
    const Rules *r = s->rules;
    for (int i = 0; i < r->draw_limit && n->drawn < s->stock_size; i++) {
        int index = s->stock[n->drawn++];
        Cards card = r->bit[index];
        if (have_common(card, n->ends)) {
            n->ends = card.down ? lay_down(r, n->ends, card.down) : lay_up(r, n->ends, card.up);
            break;
        }
        n->hand[n->mover] = both(n->hand[n->mover], card);
        n->points[n->mover] += index % NUMBERS + 1;
    }
    end_turn(n, 0);
}

/* ---- the search ---- */

static int search(Search *s, const Node *n, int alpha, int beta);

static int search_move(Search *s, const Node *n, int move, int alpha, int beta) {
    Node next = *n;
    if (move == STOP) {
        end_turn(&next, !n->begun);
        return -search(s, &next, -beta, -alpha);
    }
    lay_move(s->rules, &next, move);
    if (is_empty(next.hand[next.mover])) return next.points[!next.mover];
    return search(s, &next, alpha, beta);
}

static int can_go_out(const Rules *r, const Node *n) {
    Cards ends = n->ends, hand = n->hand[n->mover];
    lay_runs(r, &ends, &hand);
    return is_empty(hand);
}

static int search_moves(Search *s, const Node *n, Entry *entry, uint64_t key, int alpha,
                        int beta) {
    Move moves[MOST_MOVES];
    int known = entry->key == key;
    int low = known ? entry->low : -INFINITE, high = known ? entry->high : INFINITE;
    if (low >= beta || low == high) return low;
    if (high <= alpha) return high;
    if (++s->nodes > s->most_nodes) {
        s->stopped = 1;
        return 0;
    }
    if (low > alpha) alpha = low;
    if (high < beta) beta = high;
    int count = list_moves(s, n, known ? entry->best : -1, moves);
    int best = -2 * INFINITE, best_move = 0, floor = alpha;
    for (int i = 0; i < count && best < beta; i++) {
        int value = search_move(s, n, moves[i].move, floor, beta);
        if (s->stopped) return 0;
        if (value > best) best = value, best_move = moves[i].move;
        if (best > floor) floor = best;
    }
    if (best > alpha && best > low) low = best;
    if (best < beta && best < high) high = best;
    entry->key = key;
    entry->low = (int16_t)low, entry->high = (int16_t)high, entry->best = (uint8_t)best_move;
    return best;
}

/* The value for the mover: exact if strictly inside the window, else a bound; 0 if stopped. */
static int search(Search *s, const Node *given, int alpha, int beta) {
    Node node = *given, *n = &node;
    int sign = 1;
    while (!n->begun && !have_common(n->hand[n->mover], n->ends)) { /* no choice: draw or pass */
        if (s->hidden) return sign * s->unknown[n->mover];
        if (n->drawn < s->stock_size) draw_turn(s, n);
        else end_turn(n, s->rules->may_pass);
        sign = -sign;
    }
    int lowest_value = sign > 0 ? alpha : -beta, highest = sign > 0 ? beta : -alpha;
    if (!s->hidden) {
        int left = s->stock_points[n->drawn];
        int top = n->points[!n->mover] + left, bottom = -n->points[n->mover] - left;
        if (top <= lowest_value) return sign * top;
        if (bottom >= highest) return sign * bottom;
        if (n->drawn == s->stock_size && can_go_out(s->rules, n)) return sign * top;
    }
    uint64_t key;
    Entry *entry = find_entry(s, n, &key);
    return sign * search_moves(s, n, entry, key, lowest_value, highest);
}

/* Narrow the bounds of a position to its value by searches with empty windows. */
static void narrow(Search *s, const Node *n, int *low, int *high, int guess) {
    for (int round = 0; *low < *high && !s->stopped; round++) {
        int middle = (*low + *high) / 2;
        int beta = round > 8 && round % 2 ? middle : guess;
        if (beta <= *low) beta = *low + 1;
        if (beta > *high) beta = *high;
        int value = search(s, n, beta - 1, beta);
        if (s->stopped) return;
        if (value < beta) *high = value;
        else *low = value;
        guess = value;
    }
}

#endif
