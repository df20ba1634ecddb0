/* The compiled kernel: games, deals, playouts and exact search, as the seam (the package
 * trainer.engine.kernel) describes them. compiled.py packs the arguments and unpacks results.
 *
 * cards.h     cards in lanes, random words, rules
 * play.h      policies and games           deals.h     deals that agree with what is known
 * sweep.h     exact values without stock   search.h    alpha-beta with stock
 * solve.h     all turns with their values  evaluate.h  playouts of turns over deals
 * read.h      the packed arguments, checked
 * likely.h    deals weighted by what the others have done
 */
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "evaluate.h"
#include "likely.h"
#include "solve.h"

static Phase hold_phase; /* written once, when the module is made */

static const int HOLD_WEIGHTS[PHASE_SIZE] = {20,  15, -10, 0, 4, 0,     0, 0,
                                             0, -10,  10, 3, 0, NEVER, 0};

static const int64_t MOST_GAMES = 1 << 24;

/* ---- arguments ---- */

/* Whether all went well so far and nothing is left over; else an exception is set. */
static int accept(const Reader *in) {
    if (!in->fault && in->at == in->end) return 1;
    PyErr_SetString(PyExc_ValueError, in->fault ? in->fault : "the packed arguments are too long");
    return 0;
}

static int is_span(long long first, long long count) {
    if (count >= 0 && count <= MOST_GAMES && first >= 0 && first <= (1LL << 62)) return 1;
    PyErr_SetString(PyExc_ValueError, "first or count is out of range");
    return 0;
}

static Reader reader(const char *bytes, Py_ssize_t size) {
    Reader in = {(const uint8_t *)bytes, (const uint8_t *)bytes + size, NULL};
    return in;
}

static PyObject *new_bytes(int64_t size, void *start) {
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes) *(char **)start = PyBytes_AsString(bytes);
    return bytes;
}

static PyObject *give_up(void *memory, PyObject *error, const char *text) {
    free(memory);
    PyErr_SetString(error, text);
    return NULL;
}

/* ---- games ---- */

typedef struct {
    Rules rules;
    Policy policies[MOST_PLAYERS];
    Phase phases[PHASES * MOST_PLAYERS];
    int players, size;
} Match;

static int read_match(Reader *in, Match *m) {
    read_rules(in, &m->rules);
    m->players = read_byte(in, 2, MOST_PLAYERS, "players must be from 2 to 6");
    read_policies(in, m->policies, m->players, &hold_phase, m->phases);
    m->size = 3 * m->rules.highest * m->rules.colours / (4 * m->players);
    if (m->size > 20) m->size = 20;
    if (m->size < 1) refuse(in, "the deck is too small for so many players");
    return accept(in);
}

static void play_match(const Match *m, uint64_t seed, uint64_t first, int64_t count,
                       uint8_t *winners, uint8_t *penalties) {
    uint8_t fresh[CARDS] = {0}, deck[CARDS];
    Game g;
    memset(&g, 0, sizeof g);
    g.players = m->players;
    g.deck = deck;
    g.deck_size = card_indices(&m->rules, m->rules.lanes, fresh);
    for (int64_t i = 0; i < count; i++) {
        play_game(&m->rules, &g, m->policies, fresh, seed, first + (uint64_t)i, m->size);
        winners[i] = (uint8_t)g.mover;
        for (int p = 0; p < m->players; p++) {
            uint16_t left = (uint16_t)points(&m->rules, g.hand[p]);
            memcpy(penalties, &left, sizeof left);
            penalties += sizeof left;
        }
    }
}

static PyObject *games(PyObject *self, PyObject *args) {
    const char *spec;
    Py_ssize_t size;
    unsigned long long seed;
    long long first, count;
    uint8_t *winners, *penalties;
    (void)self;
    if (!PyArg_ParseTuple(args, "y#KLL", &spec, &size, &seed, &first, &count)) return NULL;
    Reader in = reader(spec, size);
    Match *m = calloc(1, sizeof *m);
    if (!m) return PyErr_NoMemory();
    if (!read_match(&in, m) || !is_span(first, count)) {
        free(m);
        return NULL;
    }
    PyObject *a = new_bytes(count, &winners), *b = new_bytes(2 * count * m->players, &penalties);
    if (a && b) {
        Py_BEGIN_ALLOW_THREADS
        play_match(m, seed, (uint64_t)first, count, winners, penalties);
        Py_END_ALLOW_THREADS
    }
    free(m);
    PyObject *result = a && b ? PyTuple_Pack(2, a, b) : NULL;
    Py_XDECREF(a);
    Py_XDECREF(b);
    return result;
}

/* ---- deals ---- */

static PyObject *write_deals(Sampler *s, uint64_t seed, uint64_t first, int64_t count) {
    uint8_t *rows;
    PyObject *bytes = new_bytes(count * s->pool, &rows);
    if (!bytes) return NULL;
    Py_BEGIN_ALLOW_THREADS
    for (int64_t i = 0; i < count; i++)
        sample_deal(s, seed, first + (uint64_t)i, rows + i * s->pool);
    Py_END_ALLOW_THREADS
    return bytes;
}

static PyObject *sample_deals(PyObject *self, PyObject *args) {
    const char *spec;
    Py_ssize_t size;
    unsigned long long seed;
    long long first, count;
    Rules rules;
    Table table;
    Sampler s;
    (void)self;
    if (!PyArg_ParseTuple(args, "y#KLL", &spec, &size, &seed, &first, &count)) return NULL;
    Reader in = reader(spec, size);
    read_rules(&in, &rules);
    read_table(&in, &rules, &table);
    if (!accept(&in) || !is_span(first, count)) return NULL;
    read_constraints(&rules, &table, &s);
    if (measure_sampler(&s) < 0)
        return give_up(NULL, PyExc_OverflowError, "too many known absences");
    s.ways = malloc(sizeof(double) * (size_t)(s.specials + 1) * (size_t)s.states);
    if (!s.ways) return PyErr_NoMemory();
    Py_BEGIN_ALLOW_THREADS
    count_ways(&s);
    Py_END_ALLOW_THREADS
    if (!(s.ways[0] > 0.0))
        return give_up(s.ways, PyExc_ValueError, "no deal is consistent with what is known");
    PyObject *bytes = write_deals(&s, seed, (uint64_t)first, count);
    free(s.ways);
    return bytes;
}

/* ---- deals weighted by the others' acts ---- */

typedef struct {
    Rules rules;
    Table table;
    Policy policies[MOST_PLAYERS];
    Phase phases[PHASES * MOST_PLAYERS];
    Sampler sampler;
    Chain chain;
} Guess;

static PyObject *write_likely(Guess *g, uint64_t seed, uint64_t first, int64_t count) {
    uint8_t *rows;
    PyObject *bytes = new_bytes(count * g->table.hidden, &rows);
    if (!bytes) return NULL;
    Py_BEGIN_ALLOW_THREADS
    if (g->table.hidden) likely_rows(&g->chain, &g->sampler, seed, first, count, rows);
    Py_END_ALLOW_THREADS
    return bytes;
}

static PyObject *guess_deals(Guess *g, Reader *in, uint64_t seed, uint64_t first, int64_t count) {
    read_rules(in, &g->rules);
    read_table(in, &g->rules, &g->table);
    read_policies(in, g->policies, g->table.players, &hold_phase, g->phases);
    read_acts(in, &g->rules, &g->table, g->policies, &g->chain);
    if (!accept(in)) return NULL;
    read_constraints(&g->rules, &g->table, &g->sampler);
    Sampler *s = &g->sampler;
    if (measure_sampler(s) < 0)
        return give_up(NULL, PyExc_OverflowError, "too many known absences");
    s->ways = malloc(sizeof(double) * (size_t)(s->specials + 1) * (size_t)s->states);
    if (!s->ways) return PyErr_NoMemory();
    count_ways(s);
    PyObject *rows = NULL;
    if (s->ways[0] > 0.0) rows = write_likely(g, seed, first, count);
    else PyErr_SetString(PyExc_ValueError, "no deal is consistent with what is known");
    free(s->ways);
    return rows;
}

static PyObject *likely_deals(PyObject *self, PyObject *args) {
    const char *spec;
    Py_ssize_t size;
    unsigned long long seed;
    long long first, count;
    (void)self;
    if (!PyArg_ParseTuple(args, "y#KLL", &spec, &size, &seed, &first, &count)) return NULL;
    if (!is_span(first, count)) return NULL;
    Guess *g = calloc(1, sizeof *g);
    if (!g) return PyErr_NoMemory();
    Reader in = reader(spec, size);
    PyObject *rows = guess_deals(g, &in, seed, (uint64_t)first, count);
    free(g);
    return rows;
}

/* ---- playouts ---- */

typedef struct {
    Rules rules;
    Table table;
    Policy policies[MOST_PLAYERS];
    Phase phases[PHASES * MOST_PLAYERS];
    Evaluation evaluation;
    const uint8_t *deals;
    int64_t count;
    Cards *turns;
    int64_t turn_count;
    uint64_t first;
} Work;

/* Read and check everything; 0 with an exception set if something is wrong. */
static int read_work(Reader *in, Work *w, const char *turns, Py_ssize_t deals_size) {
    Reader list = reader(turns, (Py_ssize_t)w->turn_count * 10);
    read_rules(in, &w->rules);
    read_table(in, &w->rules, &w->table);
    read_policies(in, w->policies, w->table.players, &hold_phase, w->phases);
    if (!w->table.known[0] || w->table.mover != 0) refuse(in, "the mover's hand must be known");
    if (!accept(in)) return 0;
    int width = w->table.hidden;
    w->count = width ? deals_size / width : 1;
    if (width ? deals_size % width != 0 : deals_size != 0) refuse(in, "deals must be whole rows");
    else if (!are_deals(&w->rules, &w->table, w->deals, width ? w->count : 0))
        refuse(in, "a deal is not consistent with what is known");
    for (int64_t i = 0; i < w->turn_count && !in->fault; i++) {
        w->turns[i] = read_cards(&list, &w->rules);
        if (!list.fault && !is_legal(&w->rules, &w->table, w->turns[i]))
            refuse(in, "a turn is not legal");
    }
    if (list.fault) refuse(in, list.fault);
    if (!in->fault && w->turn_count * (w->count ? w->count : 1) > MOST_GAMES)
        refuse(in, "too many playouts");
    return accept(in);
}

static void evaluate(const Work *w, uint8_t *margins, uint8_t *penalties, uint8_t *wins) {
    for (int64_t i = 0; i < w->count; i++) {
        Game world;
        set_world(&w->rules, &w->table, w->deals + i * w->table.hidden, &world);
        for (int64_t t = 0; t < w->turn_count; t++) {
            Outcome o = play_turn(&w->evaluation, &world, w->turns[t], w->first + (uint64_t)i);
            int64_t at = t * w->count + i;
            memcpy(margins + at * (int64_t)sizeof o.margin, &o.margin, sizeof o.margin);
            memcpy(penalties + at * (int64_t)sizeof o.penalty, &o.penalty, sizeof o.penalty);
            wins[at] = o.win;
        }
    }
}

static PyObject *write_outcomes(Work *w) {
    uint8_t *margins, *penalties, *wins;
    int64_t n = w->turn_count * w->count;
    PyObject *a = new_bytes(n * (int64_t)sizeof(double), &margins);
    PyObject *b = new_bytes(n * 2, &penalties), *c = new_bytes(n, &wins), *result = NULL;
    size_t room = w->evaluation.endgame ? 2 * ((size_t)w->evaluation.endgame + SWEEP_PAD) : 1;
    w->evaluation.on = calloc(room, sizeof(int16_t));
    if (a && b && c && w->evaluation.on) {
        Py_BEGIN_ALLOW_THREADS
        evaluate(w, margins, penalties, wins);
        Py_END_ALLOW_THREADS
        result = PyTuple_Pack(3, a, b, c);
    } else if (!PyErr_Occurred()) PyErr_NoMemory();
    free(w->evaluation.on);
    Py_XDECREF(a);
    Py_XDECREF(b);
    Py_XDECREF(c);
    return result;
}

static PyObject *playouts(PyObject *self, PyObject *args) {
    const char *spec, *deals, *turns;
    Py_ssize_t size, deals_size, turns_size;
    unsigned long long seed;
    long long first, endgame;
    PyObject *result = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "y#y#y#KLL", &spec, &size, &deals, &deals_size, &turns, &turns_size,
                          &seed, &first, &endgame))
        return NULL;
    if (!is_span(first, 0)) return NULL;
    if (turns_size % 10 || turns_size / 10 > MOST_GAMES || endgame < 0 || endgame > 1 << 20)
        return give_up(NULL, PyExc_ValueError, "turns or endgame are out of range");
    Work *w = calloc(1, sizeof *w);
    if (!w) return PyErr_NoMemory();
    w->turn_count = turns_size / 10;
    w->turns = calloc((size_t)w->turn_count + 1, sizeof *w->turns);
    w->deals = (const uint8_t *)deals;
    w->first = (uint64_t)first;
    Evaluation e = {&w->rules, &w->table, w->policies, seed, endgame, NULL};
    w->evaluation = e;
    Reader in = reader(spec, size);
    if (!w->turns) PyErr_NoMemory();
    else if (read_work(&in, w, turns, deals_size)) result = write_outcomes(w);
    free(w->turns);
    free(w);
    return result;
}

/* ---- exact values ---- */

static PyObject *write_turns(const Position *p, const Turn *turns, int count, int64_t nodes) {
    uint8_t *out;
    PyObject *bytes = new_bytes((int64_t)count * TURN_BYTES, &out);
    if (!bytes) return NULL;
    for (int i = 0; i < count; i++) write_turn(p, &turns[i], out + i * TURN_BYTES);
    qsort(out, (size_t)count, TURN_BYTES, compare_turns);
    return Py_BuildValue("NL", bytes, (long long)nodes);
}

static PyObject *solve_turns(const Position *p, int64_t most_nodes) {
    int count = count_turns(p), failed;
    int64_t nodes = 0;
    if (count < 0) return give_up(NULL, PyExc_OverflowError, "too many legal turns");
    Turn *turns = malloc(sizeof *turns * 2 * (size_t)count);
    if (!turns) return PyErr_NoMemory();
    count = list_turns(p, turns);
    Py_BEGIN_ALLOW_THREADS
    failed = solve_position(p, &hold_phase, most_nodes, turns, count, &nodes);
    Py_END_ALLOW_THREADS
    PyObject *result = failed ? PyErr_NoMemory() : write_turns(p, turns, count, nodes);
    free(turns);
    return result;
}

static PyObject *solve(PyObject *self, PyObject *args) {
    const char *spec;
    Py_ssize_t size;
    long long most_nodes;
    Rules rules;
    Table t;
    (void)self;
    if (!PyArg_ParseTuple(args, "y#L", &spec, &size, &most_nodes)) return NULL;
    Reader in = reader(spec, size);
    read_rules(&in, &rules);
    read_table(&in, &rules, &t);
    if (t.players != 2 || !t.known[0] || !t.known[1])
        refuse(&in, "exact search needs two known hands");
    if (most_nodes < 1) refuse(&in, "most_nodes must be positive");
    if (!accept(&in)) return NULL;
    Position p = {&rules, t.ends, {t.hand[0], t.hand[1]}, t.stock, t.stock_known ? t.stock_size : 0,
                  t.hidden, t.mover, t.passes};
    return solve_turns(&p, most_nodes);
}

/* ---- the module ---- */

static PyMethodDef methods[] = {
    {"games", games, METH_VARARGS, "games(spec, seed, first, count) -> (winners, penalties)"},
    {"sample_deals", sample_deals, METH_VARARGS, "sample_deals(spec, seed, first, count) -> rows"},
    {"likely_deals", likely_deals, METH_VARARGS, "likely_deals(spec, seed, first, count) -> rows"},
    {"playouts", playouts, METH_VARARGS,
     "playouts(spec, deals, turns, seed, first, endgame) -> (margins, penalties, wins)"},
    {"solve", solve, METH_VARARGS, "solve(spec, most_nodes) -> (turns, nodes)"},
    {NULL, NULL, 0, NULL},
};

static int prepare_module(PyObject *module) {
    (void)module;
    prepare_phase(&hold_phase, HOLD_WEIGHTS);
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)(uintptr_t)prepare_module}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_kernel", "The compiled kernel; see trainer.engine.kernel.", 0, methods,
    slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__kernel(void);
PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&definition); }
