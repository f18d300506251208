package cards

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
)

// put stores an object. parent is the id that children are listed by.
func (p *Provider) put(ctx context.Context, o object, parent string) error {
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	_, err = postgres.Conn(ctx, p.pool).Exec(ctx, `INSERT INTO objects (id, kind, parent, data) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
		o.text("id"), o.text("object"), parent, data)
	return err
}

// load reads an object under a lock, or returns the provider's "no such" error.
func (p *Provider) load(ctx context.Context, kind, id string) (object, error) {
	var data []byte
	lock := ""
	if postgres.InsideTx(ctx, p.pool) {
		lock = " FOR UPDATE"
	}
	err := postgres.Conn(ctx, p.pool).QueryRow(ctx, `SELECT data FROM objects WHERE id = $1 AND kind = $2`+lock, id, kind).Scan(&data)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, missing(kind, id)
	}
	if err != nil {
		return nil, err
	}
	return decode(data)
}

func decode(data []byte) (object, error) {
	var o object
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	return o, d.Decode(&o)
}

// page returns a list as the provider does: newest first, `limit` objects after `starting_after` or before
// `ending_before`. The condition's arguments begin at $1.
func (p *Provider) page(ctx context.Context, path, table, column, where string, args []any, f url.Values) (any, error) {
	limit := 10
	if l := f.Get("limit"); l != "" {
		var err error
		if limit, err = strconv.Atoi(l); err != nil || limit < 1 || limit > 100 {
			return nil, invalid("This value must be between 1 and 100: limit")
		}
	}
	order := "DESC"
	for name, compare := range map[string]string{"starting_after": "<", "ending_before": ">"} {
		if cursor := f.Get(name); cursor != "" {
			args = append(args, cursor)
			where += fmt.Sprintf(" AND seq %s (SELECT seq FROM %s WHERE id = $%d)", compare, table, len(args))
			if name == "ending_before" {
				order = "ASC"
			}
		}
	}
	rows, err := postgres.Conn(ctx, p.pool).Query(ctx, fmt.Sprintf(`SELECT %s FROM %s WHERE %s ORDER BY seq %s LIMIT %d`, column, table, where, order, limit+1), args...)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (object, error) {
		var data []byte
		if err := row.Scan(&data); err != nil {
			return nil, err
		}
		return decode(data)
	})
	if err != nil {
		return nil, err
	}
	more := len(list) > limit
	list = list[:min(limit, len(list))]
	if order == "ASC" {
		slices.Reverse(list)
	}
	var paths []string
	for _, path := range expansions(f) {
		if inner, ok := strings.CutPrefix(path, "data."); ok {
			paths = append(paths, inner)
		}
	}
	for _, o := range list {
		if err := p.expand(ctx, o, paths); err != nil {
			return nil, err
		}
	}
	if list == nil {
		list = []object{}
	}
	return object{"object": "list", "url": path, "has_more": more, "data": list}, nil
}

// get returns an object with the fields named by expand[].
func (p *Provider) get(kind string) apiHandler {
	return func(ctx context.Context, r *http.Request, form url.Values) (any, error) {
		o, err := p.load(ctx, kind, r.PathValue("id"))
		if err != nil {
			return nil, err
		}
		return o, p.expand(ctx, o, expansions(form))
	}
}

var expandable = map[string]string{"payment_intent": "payment_intent", "latest_charge": "charge", "charge": "charge", "dispute": "dispute"}

// expansions reads expand[]=a and expand[0]=a; shorter paths come first.
func expansions(f url.Values) (paths []string) {
	for name, values := range f {
		if strings.HasPrefix(name, "expand[") {
			paths = append(paths, values...)
		}
	}
	slices.Sort(paths)
	return paths
}

func (p *Provider) expand(ctx context.Context, o object, paths []string) error {
	for _, path := range paths {
		at := o
		for name := range strings.SplitSeq(path, ".") {
			switch child := at[name].(type) {
			case object:
				at = child
				continue
			case string:
				kind, ok := expandable[name]
				if !ok || child == "" {
					return invalid("This property cannot be expanded (%s).", path)
				}
				full, err := p.load(ctx, kind, child)
				if err != nil {
					return err
				}
				at[name] = full
				at = full
			default:
				at = object{}
			}
		}
	}
	return nil
}
