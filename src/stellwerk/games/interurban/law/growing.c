/* What a tile does to the lines, and what can be laid, in C: the same answers as the functions of the same names in
 * `boards`, `laying`, `finish`, `sites`, `legal` and `scoring`. Tests compare them (`core/compiled.py`). */

#include "ground.h"

#define MOST_CHANGED (5 + 2 * LINES)
#define ALL_EDGES 15
#define NORTH_SOUTH 5
#define EAST_WEST 10
#define OPEN 3 /* tiles lie open */
#define SHARED_RANKS 4 /* IU-6.6, as in `scoring` */

static PyObject *station_type, *lay_tracks, *lay_station, *track_tiles, *station_tiles, *complete, *closed_in;
static Struct track_struct = {NULL, {"tile", "x", "y", "edges"}};
enum { TRACK_EDGES = 3 };

static int expects(int is_so) {
    if (!is_so) {
        PyErr_SetString(PyExc_TypeError, "other arguments than those of the law");
    }
    return is_so;
}

static int is_of(PyObject *value, const Struct *of) {
    return Py_TYPE(value) == (PyTypeObject *)of->type;
}

/* The board: `boards` */

static PyObject *copy_of(const uint32_t *places) {
    return PyBytes_FromStringAndSize((const char *)places, PLACES * sizeof(uint32_t));
}

/* Put a tile on a board that nobody else has seen. */
static int put(PyObject *board, PyObject *laid, Py_ssize_t others) {
    uint32_t *places = (uint32_t *)PyBytes_AS_STRING(board);
    if (!expects(is_of(laid, &laid_struct) && others < PLACES / 2)) {
        return -1;
    }
    int32_t cell = place_of(LAID(laid, LAID_CELL));
    Tile tile = tile_of(laid);
    if (!expects(cell >= 0 && tile.station.seat < SEATS)) {
        return -1;
    }
    uint32_t value = (uint32_t)(tile.station.seat + 1) << 3 | (uint32_t)tile.station.value;
    places[find_place(places, (uint32_t)cell)] = (uint32_t)cell << 10 | (uint32_t)tile.edges << 6 | value;
    return 0;
}

static PyObject *new_board(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    static const uint32_t empty[PLACES];
    PyObject *board = expects(count == 1 && PyTuple_CheckExact(given[0])) ? copy_of(empty) : NULL;
    for (Py_ssize_t at = 0; board != NULL && at < PyTuple_GET_SIZE(given[0]); at++) {
        if (put(board, PyTuple_GET_ITEM(given[0], at), at)) {
            Py_CLEAR(board);
        }
    }
    return board;
}

static PyObject *with_tile(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    const uint32_t *places = expects(count == 2) ? places_of(given[0]) : NULL;
    PyObject *board = places == NULL ? NULL : copy_of(places);
    if (board != NULL && put(board, given[1], 0)) {
        Py_CLEAR(board);
    }
    return board;
}

/* When a line is finished: `finish` */

/* 1 if a station of any player can be attached in this very cell. */
static int gains(const Ground *ground, const Fit *fit, const Line *line, long seats) {
    if (fit->plain) {
        return 1;
    }
    if (fit->is_joined) {
        return seats > 0 && suits(line, fit->joined);
    }
    return fit->crossed >= 0 && (suitable(line, seats) & suitable(ground->lines + fit->crossed, seats)) != 0;
}

/* Where somebody wants to know them, the cells of the track that was tried, and some more: 1, or -1 for an error. */
static int note_cells(const Trial *trial, int depth, PyObject *const *more, Py_ssize_t count, PyObject **noted) {
    if (noted == NULL) {
        return 1;
    }
    if ((*noted = PyTuple_New(depth + count)) == NULL) {
        return -1;
    }
    for (int at = depth; at-- > 0; trial = trial->before) {
        PyTuple_SET_ITEM(*noted, at, Py_NewRef(trial->cell));
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        PyTuple_SET_ITEM(*noted, depth + at, Py_NewRef(more[at]));
    }
    return 1;
}

static int note_beside(const Trial *trial, int depth, PyObject *cell, PyObject **noted) {
    PyObject *beside = noted == NULL ? NULL : looked_up(beside_table, cell);
    if (beside == NULL) {
        return noted == NULL ? 1 : -1;
    }
    int answer = note_cells(trial, depth, &PyTuple_GET_ITEM(beside, 0), PyTuple_GET_SIZE(beside), noted);
    Py_DECREF(beside);
    return answer;
}

/* 1 if there is a way to a station in this cell or further on, and the cells that it depends on; 0 if there is none. */
static int search(
    const Ground *ground, const Line *line, long seats, PyObject *cell, int heading, int depth, PyObject **noted) {
    Fit fit;
    int answer = 0;
    if (find_fit(ground, cell, heading, &fit)) {
        return -1;
    }
    if (fit.plain) { /* a value that the line lacks suits it, unless the last station's owner is the same */
        PyObject *both[] = {cell, WAY_CELL(PyTuple_GET_ITEM(fit.ways, 0))};
        answer = note_cells(ground->trial, depth, both, 2, noted);
    } else if (gains(ground, &fit, line, seats)) {
        answer = note_beside(ground->trial, depth, cell, noted);
    }
    for (Py_ssize_t at = 0; !answer && !fit.is_joined && at < PyTuple_GET_SIZE(fit.ways); at++) {
        PyObject *way = PyTuple_GET_ITEM(fit.ways, at); /* the line's own track is in its way */
        Trial trial = {cell, number_of(cell), {edges_of(WAY_EDGES(way)), {-1, 0}, 0}, ground->trial};
        Ground further = {ground->board, ground->lines, ground->count, &trial};
        if (Py_EnterRecursiveCall(" while a way out was looked for")) {
            answer = -1;
        } else {
            answer = search(&further, line, seats, WAY_CELL(way), heading_of(WAY_HEADING(way)), depth + 1, noted);
            Py_LeaveRecursiveCall();
        }
    }
    Py_DECREF(fit.entry);
    return answer;
}

/* What lines are asked about after a tile. */
typedef struct {
    Ground ground;
    int64_t changed[MOST_CHANGED];
    int count; /* of changed cells */
    int grown; /* a bit for each line */
    int is_next_cell;
    long seats;
} Question;

static int has_way_out(const Question *asked, const Line *line, PyObject **noted) {
    if (!asked->is_next_cell) {
        return search(&asked->ground, line, asked->seats, line->end, line->heading, 0, noted);
    }
    Fit fit;
    if (find_fit(&asked->ground, line->end, line->heading, &fit)) {
        return -1;
    }
    int is_open = PyTuple_GET_SIZE(fit.ways) > 0 && !fit.is_joined;
    int answer = is_open || gains(&asked->ground, &fit, line, asked->seats);
    Py_DECREF(fit.entry);
    return answer ? note_beside(NULL, 0, line->end, noted) : 0;
}

/* 1 if a line is finished already, or the way out that it had is certainly still there. */
static int stays(const Question *asked, int number) {
    const Line *line = asked->ground.lines + number;
    PyObject *way = LINE(line->line, WATCHED);
    if (line->is_finished || asked->grown >> number & 1) {
        return line->is_finished;
    }
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(way); at++) {
        if (is_among(number_of(PyTuple_GET_ITEM(way, at)), asked->changed, asked->count)) {
            return 0;
        }
    }
    return PyTuple_GET_SIZE(way) > 0;
}

static int has_all_values(const Line *line) { /* IU-5.1 */
    int values = 0;
    for (int at = 0; at < line->count; at++) {
        values |= 1 << line->stations[at].value;
    }
    return values == 2 + 4 + 8 + 16;
}

/* How lines grow: `lines` */

/* A tile at the end of lines. The tables of the grid hold cells; these are held until nobody needs them any more. */
typedef struct {
    PyObject *cell;
    Tile tile;
    PyObject *held[MOST_CHANGED];
    int count;
} Growth;

static void change(Question *asked, PyObject *cell) {
    asked->changed[asked->count++] = number_of(cell);
}

/* Lead a line on over a cell, straight over a station: 0, or -1 for an error. */
static int pass(Growth *growth, Line *line, PyObject *cell, const Tile *tile) {
    PyObject *entry = looked_up(entries[line->heading], cell);
    int turned = 0;
    if (entry == NULL) {
        return -1;
    }
    growth->held[growth->count++] = entry;
    while (tile->station.seat < 0 && edges_of(WAY_EDGES(ENTRY_WAY(entry, turned))) != tile->edges) {
        if (++turned == 3) {
            PyErr_SetString(PyExc_KeyError, "a tile that leads a line nowhere");
            return -1;
        }
    }
    line->end = WAY_CELL(ENTRY_WAY(entry, turned));
    line->cell = number_of(line->end);
    line->heading = heading_of(WAY_HEADING(ENTRY_WAY(entry, turned)));
    return tile->station.seat < 0 ? 0 : add_station(line, tile->station);
}

static int grow_line(Question *asked, Growth *growth, Line *line) {
    Tile crossing;
    if (pass(growth, line, growth->cell, &growth->tile)) {
        return -1;
    }
    change(asked, line->end);
    if (!look(&asked->ground, line->end, &crossing)) {
        return 0;
    }
    if (pass(growth, line, line->end, &crossing)) { /* IU-4.K: nothing else can lie there */
        return -1;
    }
    change(asked, line->end);
    return 0;
}

/* Let the lines that end on a tile's cell grow, and note what it changes. The growth is released in any case. */
static int grow(Question *asked, Growth *growth) {
    PyObject *beside = looked_up(beside_table, growth->cell);
    int64_t cell = number_of(growth->cell);
    if (beside == NULL) {
        return -1;
    }
    for (int at = 0; at < (growth->tile.station.seat < 0 ? 1 : 5); at++) {
        change(asked, PyTuple_GET_ITEM(beside, at));
    }
    Py_DECREF(beside);
    for (int at = 0; at < asked->ground.count; at++) {
        if (asked->ground.lines[at].cell == cell) {
            asked->grown |= 1 << at;
        }
    }
    for (int at = 0; at < asked->ground.count; at++) {
        if (asked->grown >> at & 1 && grow_line(asked, growth, asked->ground.lines + at)) {
            return -1;
        }
    }
    return 0;
}

static void release(Growth *growth) {
    while (growth->count > 0) {
        Py_DECREF(growth->held[--growth->count]);
    }
}

/* The lines after a tile: `settle` */

static PyObject *stations_of(const Line *line) {
    PyObject *former = LINE(line->line, LINE_STATIONS);
    if (PyTuple_GET_SIZE(former) == line->count) {
        return Py_NewRef(former);
    }
    PyObject *found = PyTuple_New(line->count);
    for (int at = 0; found != NULL && at < line->count; at++) {
        PyObject *station = at < PyTuple_GET_SIZE(former)
                                ? Py_NewRef(PyTuple_GET_ITEM(former, at))
                                : PyObject_CallFunction(
                                      station_type, "ll", line->stations[at].seat, line->stations[at].value);
        if (station == NULL) {
            Py_CLEAR(found);
        } else {
            PyTuple_SET_ITEM(found, at, station);
        }
    }
    return found;
}

/* A line that has grown by a tile, or has been finished, or has another way out; what is new of it is not NULL. */
static PyObject *new_line(const Line *line, const Tile *tile, PyObject *finished, PyObject *watched) {
    static const char letters[] = "NESW";
    PyObject *values[LINE_FIELDS], *made[5] = {NULL}, *found = NULL;
    int is_new = tile != NULL, is_track = is_new && tile->station.seat < 0, is_made = 1;
    for (int at = 0; at < LINE_FIELDS; at++) {
        values[at] = LINE(line->line, at);
    }
    if (is_new) {
        int is_straight = heading_of(values[HEADING]) == line->heading;
        values[END] = line->end;
        values[HEADING] = made[0] = PyUnicode_FromStringAndSize(letters + line->heading, 1);
        values[LINE_STATIONS] = made[1] = stations_of(line);
        values[STRAIGHTS] = made[2] = PyLong_FromLong(number(values[STRAIGHTS]) + (is_track && is_straight));
        values[CURVES] = made[3] = PyLong_FromLong(number(values[CURVES]) + (is_track && !is_straight));
        values[TRACK_VALUE] = made[4] = PyLong_FromLong(number(values[TRACK_VALUE]) + (is_track ? tile->value : 0));
        for (int at = 0; at < 5; at++) {
            is_made &= made[at] != NULL;
        }
    }
    values[FINISHED] = finished != NULL ? finished : values[FINISHED];
    values[WATCHED] = watched != NULL ? watched : values[WATCHED];
    if (is_made) {
        found = PyObject_Vectorcall(line_struct.type, values, LINE_FIELDS, NULL);
    }
    for (int at = 0; at < 5; at++) {
        Py_XDECREF(made[at]);
    }
    return found;
}

/* A line after a tile: the same object if the tile leaves it as it was. */
static PyObject *settled(const Question *asked, const Tile *tile, int number, int is_complete) {
    const Line *line = asked->ground.lines + number;
    PyObject *watched = NULL, *finished = is_complete ? complete : NULL;
    if (!stays(asked, number)) {
        int is_open = has_way_out(asked, line, &watched);
        int is_other = is_open > 0 ? PyObject_RichCompareBool(watched, LINE(line->line, WATCHED), Py_NE) : is_open;
        if (is_other <= 0) {
            Py_CLEAR(watched);
        }
        if (is_other < 0) {
            return NULL;
        }
        if (!is_open) {
            finished = closed_in;
        }
    }
    int is_grown = asked->grown >> number & 1;
    PyObject *found = is_grown || finished != NULL || watched != NULL
                          ? new_line(line, is_grown ? tile : NULL, finished, watched)
                          : Py_NewRef(line->line);
    Py_XDECREF(watched);
    return found;
}

static PyObject *settle_all(Question *asked, const Tile *tile) {
    PyObject *found = PyTuple_New(asked->ground.count);
    int completed = 0;
    for (int at = 0; at < asked->ground.count; at++) { /* all of them before IU-5.2 is asked (IU-4.M) */
        Line *line = asked->ground.lines + at;
        if (asked->grown >> at & 1 && has_all_values(line)) {
            completed |= 1 << at;
            line->is_finished = 1;
        }
    }
    for (int at = 0; found != NULL && at < asked->ground.count; at++) {
        PyObject *line = settled(asked, tile, at, completed >> at & 1);
        if (line == NULL) {
            Py_CLEAR(found);
        } else {
            PyTuple_SET_ITEM(found, at, line);
        }
    }
    return found;
}

static int is_next_cell(PyObject *options) {
    return PyUnicode_CompareWithASCIIString(FIELD(options, options_struct, OPTIONS_FINISH), "next_cell") == 0;
}

static PyObject *settle(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    Line lines[LINES];
    Question asked = {.count = 0};
    if (!expects(count == 5 && (given[2] == Py_None || is_of(given[2], &laid_struct)) && is_of(given[3], &options_struct))
        || read_ground(given[0], given[1], lines, &asked.ground)) {
        return NULL;
    }
    asked.is_next_cell = is_next_cell(given[3]);
    asked.seats = number(given[4]);
    if (given[2] == Py_None) {
        return settle_all(&asked, NULL);
    }
    Growth growth = {.cell = LAID(given[2], LAID_CELL), .tile = tile_of(given[2])};
    PyObject *found = grow(&asked, &growth) ? NULL : settle_all(&asked, &growth.tile);
    release(&growth);
    return found;
}

/* 1 if a tile would finish any line (IU-4.B), 0 if not, -1 for an error. */
static int finishes(const Ground *ground, PyObject *cell, Tile tile, int next_cell, long seats) {
    Line lines[LINES];
    Trial trial = {cell, number_of(cell), tile, NULL};
    Question asked = {{ground->board, lines, ground->count, &trial}, .is_next_cell = next_cell, .seats = seats};
    Growth growth = {.cell = cell, .tile = tile};
    memcpy(lines, ground->lines, sizeof(Line) * (size_t)ground->count);
    int answer = grow(&asked, &growth);
    for (int at = 0; answer == 0 && at < ground->count; at++) {
        if (asked.grown >> at & 1 && has_all_values(lines + at)) {
            answer = 1;
        } else if (!stays(&asked, at)) {
            answer = has_way_out(&asked, lines + at, NULL);
            answer = answer < 0 ? -1 : !answer;
        }
    }
    release(&growth);
    return answer;
}

/* Whether a tile may be laid: `laying` */

/* What a tile meets that somebody wants to lay, by the sides of its cell. */
typedef struct {
    Tile tile;
    int there[4];
    Tile beside[4];
    int64_t cells[4];
    const Line *ends[4]; /* lines that end here, by the side they come from */
    int count;           /* of these */
} Wish;

static int read_wish(const Ground *ground, PyObject *cell, Wish *wish) {
    int64_t here = number_of(cell);
    PyObject *cells = looked_up(beside_table, cell);
    for (int side = 0; cells != NULL && side < 4; side++) {
        wish->cells[side] = number_of(PyTuple_GET_ITEM(cells, side + 1));
        wish->there[side] = look(ground, PyTuple_GET_ITEM(cells, side + 1), wish->beside + side);
    }
    for (int at = 0; at < ground->count; at++) {
        if (ground->lines[at].cell == here) {
            wish->ends[opposite(ground->lines[at].heading)] = ground->lines + at;
            wish->count++;
        }
    }
    Py_XDECREF(cells);
    return cells == NULL ? -1 : 0;
}

/* F, A, C: what touches whom. */
static int may_touch(const Wish *wish) {
    int is_station = wish->tile.station.seat >= 0;
    for (int side = 0; side < 4; side++) {
        const Tile *other = wish->beside + side;
        if (wish->there[side]
            && ((wish->tile.edges >> side & 1) != (other->edges >> opposite(side) & 1)
                || (is_station && (other->station.seat >= 0 || is_among(wish->cells[side], start_cells, 2))))) {
            return 0;
        }
    }
    return 1;
}

/* M, E and IU-3.1: the lines that end here. */
static int may_extend(const Wish *wish) {
    int ends = 0, edges = wish->tile.edges;
    for (int side = 0; side < 4; side++) {
        if (wish->ends[side] != NULL) {
            ends |= 1 << side;
            if (wish->ends[side]->is_finished) {
                return 0;
            }
        }
    }
    int is_joined = edges == ALL_EDGES ? (ends & NORTH_SOUTH) == NORTH_SOUTH || (ends & EAST_WEST) == EAST_WEST
                                       : (ends & edges) == edges;
    return wish->count == 1 || (wish->count > 1 && !is_joined);
}

/* D and G to J: the station that lines get, this tile or a crossing that it runs into. */
static int may_gain(const Wish *wish) {
    Station gained = wish->tile.station;
    int is_gained = gained.seat >= 0;
    for (int side = 0; !is_gained && side < 4; side++) {
        if (wish->there[side] && wish->tile.edges >> side & 1 && wish->ends[side] == NULL) {
            gained = wish->beside[side].station;
            is_gained = 1;
        }
    }
    for (int side = 0; is_gained && side < 4; side++) {
        if (wish->ends[side] != NULL && (gained.seat < 0 || !suits(wish->ends[side], gained))) {
            return 0;
        }
    }
    return 1;
}

/* 1 for a cell that is not too far away: actions that programs make themselves may hold anything. */
static int is_cell(PyObject *cell) {
    for (int at = 0; at < 2; at++) {
        PyObject *part = PyTuple_CheckExact(cell) && PyTuple_GET_SIZE(cell) == 2 ? PyTuple_GET_ITEM(cell, at) : NULL;
        int overflow = 0;
        long found = part == NULL || !PyLong_CheckExact(part) ? LONG_MAX : PyLong_AsLongAndOverflow(part, &overflow);
        if (overflow || found >= REACH || found <= -REACH) {
            return 0;
        }
    }
    return 1;
}

static PyObject *is_surely_allowed(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    Line lines[LINES];
    Ground ground;
    if (!expects(count == 3 && is_of(given[2], &laid_struct)) || read_ground(given[0], given[1], lines, &ground)) {
        return NULL;
    }
    PyObject *cell = LAID(given[2], LAID_CELL);
    Tile taken;
    if (!is_cell(cell) || look(&ground, cell, &taken)) {
        Py_RETURN_FALSE;
    }
    Wish wish = {.tile = tile_of(given[2])};
    return read_wish(&ground, cell, &wish) ? NULL : PyBool_FromLong(may_extend(&wish) && may_touch(&wish) && may_gain(&wish));
}

/* What can be laid at the ends of lines: `sites` */

static PyObject *new_site(const Ground *ground, const Line *line, long seats) {
    PyObject *found = NULL;
    Fit fit;
    if (find_fit(ground, line->end, line->heading, &fit)) {
        return NULL;
    }
    uint64_t stations = suitable(line, seats);
    if (fit.crossed >= 0) { /* IU-4.L */
        stations &= suitable(ground->lines + fit.crossed, seats);
    }
    PyObject *ways = fit.is_joined && !suits(line, fit.joined) ? no_ways : fit.ways; /* IU-4.K */
    PyObject *tracks = PyObject_CallOneArg(lay_tracks, ways), *set = PyLong_FromUnsignedLongLong(stations);
    if (tracks != NULL && set != NULL) {
        PyObject *plain = fit.plain ? WAY_EDGES(PyTuple_GET_ITEM(ways, 0)) : Py_None;
        PyObject *values[] = {line->end, line->line, ways, tracks, plain, fit.crossing ? Py_True : Py_False, set};
        found = PyObject_Vectorcall(site_struct.type, values, SITE_FIELDS, NULL);
    }
    Py_XDECREF(tracks);
    Py_XDECREF(set);
    Py_DECREF(fit.entry);
    return found;
}

/* Sites in the order of their cells; the references are its own. */
typedef struct {
    PyObject *sites[LINES];
    int64_t cells[LINES];
    int count;
} Sites;

/* Add a site, of which the reference is taken over, unless it is NULL. */
static int add_site(Sites *found, PyObject *site) {
    if (site == NULL || !expects(found->count < LINES)) {
        Py_XDECREF(site);
        return -1;
    }
    int64_t cell = number_of(SITE(site, SITE_CELL));
    int at = found->count++;
    for (; at > 0 && found->cells[at - 1] > cell; at--) {
        found->cells[at] = found->cells[at - 1];
        found->sites[at] = found->sites[at - 1];
    }
    found->cells[at] = cell;
    found->sites[at] = site;
    return 0;
}

/* 1 if a line is the last unfinished one that ends on its cell. */
static int has_site(const Ground *ground, int number) {
    const Line *line = ground->lines + number;
    int answer = !line->is_finished;
    for (int at = number + 1; at < ground->count; at++) {
        answer &= ground->lines[at].is_finished || ground->lines[at].cell != line->cell;
    }
    return answer;
}

/* The cells around a new tile, and where lines end that it changed; how many there are, -1 for an error. */
static int touched_by(PyObject *cell, PyObject *before, const Ground *ground, int64_t *touched) {
    PyObject *beside = looked_up(beside_table, cell);
    int count = 0;
    for (; beside != NULL && count < 5; count++) {
        touched[count] = number_of(PyTuple_GET_ITEM(beside, count));
    }
    for (int at = 0; at < ground->count; at++) {
        if (!PyTuple_GET_SIZE(before) || ground->lines[at].line != PyTuple_GET_ITEM(before, at)) {
            touched[count++] = ground->lines[at].cell;
        }
    }
    Py_XDECREF(beside);
    return beside == NULL ? -1 : count;
}

static PyObject *next_sites(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    Line lines[LINES];
    Ground ground;
    if (!expects(count == 6 && PyTuple_CheckExact(given[0]) && PyTuple_CheckExact(given[3]) && number(given[5]) <= SEATS)
        || read_ground(given[1], given[4], lines, &ground)
        || !expects(!PyTuple_GET_SIZE(given[3]) || PyTuple_GET_SIZE(given[3]) == ground.count)) {
        return NULL;
    }
    PyObject *kept = given[0], *answer = NULL;
    int64_t touched[5 + LINES];
    int touches = touched_by(given[2], given[3], &ground, touched), problem = touches < 0;
    Sites found = {.count = 0};
    for (Py_ssize_t at = 0; !problem && at < PyTuple_GET_SIZE(kept); at++) {
        PyObject *site = PyTuple_GET_ITEM(kept, at);
        if (!is_among(number_of(SITE(site, SITE_CELL)), touched, touches)) {
            problem = add_site(&found, Py_NewRef(site));
        }
    }
    for (int at = 0; !problem && at < ground.count; at++) {
        if (is_among(lines[at].cell, touched, touches) && has_site(&ground, at)) {
            problem = add_site(&found, new_site(&ground, lines + at, number(given[5])));
        }
    }
    if (!problem && note_cells(NULL, 0, found.sites, found.count, &answer) < 0) {
        answer = NULL;
    }
    while (found.count > 0) {
        Py_DECREF(found.sites[--found.count]);
    }
    return answer;
}

/* Legal placements: `legal` */

/* What is listed, and for whom; in the first round only what finishes no line (IU-4.B). */
typedef struct {
    Ground ground;
    PyObject *sites, *found;
    int first_only, first_round, is_next_cell;
    long seats;
    signed char ways[LINES][16];     /* of each site: 1 if track with these edges finishes a line, -1 if unknown */
    signed char harmless[LINES][2]; /* the same for plain stations and crossings: 1 if none does */
} Listing;

static int is_done(const Listing *list) {
    return list->first_only && PyList_GET_SIZE(list->found);
}

static int track_finishes(Listing *list, Py_ssize_t site, PyObject *cell, PyObject *action) {
    int edges = edges_of(FIELD(action, track_struct, TRACK_EDGES));
    signed char *answer = &list->ways[site][edges];
    if (*answer < 0) {
        Tile tile = {edges, {-1, 0}, 0};
        *answer = (signed char)finishes(&list->ground, cell, tile, list->is_next_cell, list->seats);
    }
    return *answer;
}

/* 1 if no station there finishes a line, whoever owns it and whatever it is worth. */
static int is_harmless(const Listing *list, PyObject *cell, Tile tile) {
    int64_t here = number_of(cell);
    for (int at = 0; at < list->ground.count; at++) {
        if (list->ground.lines[at].cell == here && list->ground.lines[at].count + 1 >= HIGHEST) {
            return 0; /* IU-5.1 might */
        }
    }
    int answer = finishes(&list->ground, cell, tile, list->is_next_cell, 0);
    return answer < 0 ? -1 : !answer;
}

static int station_finishes(Listing *list, Py_ssize_t site, PyObject *cell, Tile tile) {
    signed char *harmless = &list->harmless[site][tile.edges == ALL_EDGES];
    if (*harmless < 0) {
        *harmless = (signed char)is_harmless(list, cell, tile);
    }
    return *harmless < 0 ? -1 : *harmless ? 0 : finishes(&list->ground, cell, tile, list->is_next_cell, list->seats);
}

static int list_track(Listing *list, PyObject *tile) {
    for (Py_ssize_t at = 0; !is_done(list) && at < PyTuple_GET_SIZE(list->sites); at++) {
        PyObject *site = PyTuple_GET_ITEM(list->sites, at);
        PyObject *placements = PyDict_GetItemWithError(SITE(site, SITE_TRACKS), tile);
        Py_ssize_t count = placements == NULL ? 0 : PyTuple_GET_SIZE(placements);
        for (Py_ssize_t one = 0; one < count && !is_done(list); one++) {
            PyObject *action = PyTuple_GET_ITEM(placements, one);
            int finished = list->first_round && track_finishes(list, at, SITE(site, SITE_CELL), action);
            if (!finished && PyList_Append(list->found, action)) {
                return -1;
            }
        }
    }
    return PyErr_Occurred() ? -1 : 0;
}

static int list_station(Listing *list, PyObject *name, Station station) {
    int is_crossing = PyUnicode_READ_CHAR(name, 0) == 'x', problem = 0;
    PyObject *seat = PyLong_FromLong(station.seat);
    for (Py_ssize_t at = 0; !problem && !is_done(list) && at < PyTuple_GET_SIZE(list->sites); at++) {
        PyObject *site = PyTuple_GET_ITEM(list->sites, at), *cell = SITE(site, SITE_CELL);
        PyObject *edges = is_crossing ? Py_None : SITE(site, SITE_PLAIN);
        uint64_t suits = PyLong_AsUnsignedLongLong(SITE(site, SITE_SUITABLE));
        if ((is_crossing ? SITE(site, SITE_CROSSING) != Py_True : edges == Py_None)
            || !(suits >> (station.seat * (HIGHEST + 1) + station.value) & 1)) {
            continue;
        }
        Tile tile = {is_crossing ? ALL_EDGES : edges_of(edges), station, 0};
        int finished = list->first_round ? station_finishes(list, at, cell, tile) : 0;
        if (finished) {
            problem = finished < 0;
            continue;
        }
        PyObject *values[] = {seat, name, cell, edges}, *action = PyObject_Vectorcall(lay_station, values, 4, NULL);
        problem = action == NULL || PyList_Append(list->found, action);
        Py_XDECREF(action);
    }
    Py_XDECREF(seat);
    return -problem;
}

/* A tile by its one or two letters, which are compared sooner than texts. */
static int code_of(PyObject *tile) {
    int first = (int)PyUnicode_READ_CHAR(tile, 0);
    return PyUnicode_GET_LENGTH(tile) == 1 ? first : first << 8 | (int)PyUnicode_READ_CHAR(tile, 1);
}

/* The tiles in open places, by their codes; an empty place is 0. */
static int read_open(PyObject *open, int *codes) {
    for (Py_ssize_t at = 0; at < OPEN; at++) {
        PyObject *tile = at < PyTuple_GET_SIZE(open) ? PyTuple_GET_ITEM(open, at) : Py_None;
        codes[at] = tile == Py_None ? 0 : code_of(tile);
    }
    return expects(PyTuple_GET_SIZE(open) <= OPEN) ? 0 : -1;
}

static int is_open(const int *codes, PyObject *tile) {
    int code = code_of(tile);
    return codes[0] == code || codes[1] == code || codes[2] == code;
}

static int list_tracks(Listing *list, PyObject *open) {
    int codes[OPEN];
    int problem = read_open(open, codes);
    for (Py_ssize_t at = 0; !problem && at < PyTuple_GET_SIZE(track_tiles); at++) {
        PyObject *tile = PyTuple_GET_ITEM(track_tiles, at);
        problem = is_open(codes, tile) && list_track(list, tile);
    }
    return problem;
}

static int list_stations(Listing *list, PyObject *players) {
    int codes[OPEN];
    int problem = 0;
    for (Py_ssize_t seat = 0; !problem && seat < PyTuple_GET_SIZE(players); seat++) {
        problem = read_open(FIELD(PyTuple_GET_ITEM(players, seat), player_struct, PLAYER_OPEN), codes);
        for (Py_ssize_t at = 0; !problem && at < PyTuple_GET_SIZE(station_tiles); at++) {
            PyObject *tile = PyTuple_GET_ITEM(station_tiles, at);
            problem = is_open(codes, tile) && list_station(list, tile, (Station){(long)seat, value_of(tile)});
        }
    }
    return problem;
}

static PyObject *placements(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    Line lines[LINES];
    Listing list;
    if (!expects(count == 4 && is_of(given[0], &state_struct) && PyTuple_CheckExact(given[2]))
        || read_ground(given[1], FIELD(given[0], state_struct, STATE_LINES), lines, &list.ground)) {
        return NULL;
    }
    PyObject *state = given[0], *players = FIELD(state, state_struct, STATE_PLAYERS);
    list.sites = given[2];
    list.found = PyList_New(0);
    list.first_only = given[3] == Py_True;
    list.seats = (long)PyTuple_GET_SIZE(players);
    list.first_round = number(FIELD(state, state_struct, STATE_TURNS)) < list.seats;
    list.is_next_cell = is_next_cell(FIELD(state, state_struct, STATE_OPTIONS));
    memset(list.ways, -1, sizeof(list.ways));
    memset(list.harmless, -1, sizeof(list.harmless));
    int problem = list.found == NULL || !expects(PyTuple_GET_SIZE(list.sites) <= LINES && list.seats <= SEATS)
                  || list_tracks(&list, FIELD(state, state_struct, STATE_OPEN));
    if (!problem && FIELD(state, state_struct, STATE_STATION_LAID) != Py_True && !is_done(&list)) { /* IU-3.3 */
        problem = list_stations(&list, players);
    }
    if (problem) {
        Py_CLEAR(list.found);
    }
    return list.found;
}

/* Points: `scoring` */

/* The start number of a line by its own label, or -1 for that of another line. */
static long own_number(PyObject *line) {
    Py_UCS4 label = PyUnicode_READ_CHAR(LINE(line, LABEL), 0);
    return label == 'H' || label == 'L' ? -1
           : label == 'S'               ? number(LINE(line, STRAIGHTS))
           : label == 'C'               ? number(LINE(line, CURVES))
                                        : (long)label - '0';
}

static void find_start_numbers(const Ground *ground, long *starts) { /* IU-6.4 */
    long least = LONG_MAX, most = 0;
    for (int at = 0; at < ground->count; at++) {
        starts[at] = own_number(ground->lines[at].line);
        if (starts[at] >= 0) {
            least = starts[at] < least ? starts[at] : least;
            most = starts[at] > most ? starts[at] : most;
        }
    }
    for (int at = 0; at < ground->count; at++) {
        if (starts[at] < 0) {
            starts[at] = PyUnicode_READ_CHAR(LINE(ground->lines[at].line, LABEL), 0) == 'H' ? most : least;
        }
    }
}

/* Add each player's share of a line of this value: IU-6.5, IU-6.6. */
static void add_shares(const Line *line, long value, long *sums, long seats) {
    long economic[SEATS] = {0};
    for (int at = 0; at < line->count; at++) {
        economic[line->stations[at].seat % SEATS] += line->stations[at].value;
    }
    for (long seat = 0; seat < seats; seat++) {
        int rank = 0; /* the number of different higher values */
        for (long other = 0; other < seats; other++) {
            int is_first = 1;
            for (long earlier = 0; earlier < other; earlier++) {
                is_first &= economic[earlier] != economic[other];
            }
            rank += is_first && economic[other] > economic[seat];
        }
        if (economic[seat] && rank < SHARED_RANKS) {
            sums[seat] += (value + (1L << rank) - 1) >> rank;
        }
    }
}

static PyObject *totals(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    Line lines[LINES];
    Ground ground;
    long starts[LINES], sums[SEATS] = {0}, seats = count == 2 ? number(given[1]) : -1;
    if (!expects(seats >= 0 && seats <= SEATS) || read_lines(given[0], lines, &ground)) {
        return NULL;
    }
    PyObject *found = PyTuple_New(seats);
    find_start_numbers(&ground, starts);
    for (int at = 0; at < ground.count; at++) {
        add_shares(lines + at, starts[at] + number(LINE(lines[at].line, TRACK_VALUE)), sums, seats);
    }
    for (long seat = 0; found != NULL && seat < seats; seat++) {
        PyObject *sum = PyLong_FromLong(sums[seat]);
        if (sum == NULL) {
            Py_CLEAR(found);
        } else {
            PyTuple_SET_ITEM(found, seat, sum);
        }
    }
    return found;
}

/* The module */

static int read_law(void) {
    return read_grid() || read_struct(&track_struct, "actions", "LayTrack")
           || (station_type = taken("state", "LineStation")) == NULL
           || (track_tiles = taken("data", "TRACK_TILES")) == NULL
           || (station_tiles = taken("data", "STATION_TILES")) == NULL
           || (lay_tracks = taken("placements", "lay_tracks")) == NULL
           || (lay_station = taken("placements", "lay_station")) == NULL
           || (complete = PyUnicode_InternFromString("IU-5.1")) == NULL
           || (closed_in = PyUnicode_InternFromString("IU-5.2")) == NULL;
}

#define TAKEN(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, NULL}

static PyMethodDef functions[] = {
    TAKEN(is_surely_allowed), TAKEN(new_board), TAKEN(next_sites), TAKEN(placements),
    TAKEN(settle),            TAKEN(totals),    TAKEN(with_tile),  {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "growing", "See `ground.h`.", -1, functions};

PyMODINIT_FUNC PyInit_growing(void) {
    return read_law() ? NULL : PyModule_Create(&definition);
}
