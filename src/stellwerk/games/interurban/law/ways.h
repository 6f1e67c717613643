/* How lines grow by a tile (`lines`), and whether there is a way out for them (`finish`). */

#define MOST_CHANGED (5 + 2 * LINES)

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

static int is_next_cell(PyObject *options) {
    return PyUnicode_CompareWithASCIIString(FIELD(options, options_struct, OPTIONS_FINISH), "next_cell") == 0;
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
