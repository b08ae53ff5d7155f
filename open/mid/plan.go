package mid

import (
	"errors"
	"strings"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// Plan returns the file that Open reads first, and what it sends to a news
// server. It does not access the files. For a URL that has no message here, the
// plan has a Note. Source: rfc2392 2.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	v, err := o.view(r.URL)
	switch {
	case errors.Is(err, ErrNoMessage):
		return open.Plan{Effect: open.EffectNothing, Note: "A cid URL identifies a part of the message that contains it. It has no meaning outside of the message."}, nil
	case errors.Is(err, ErrNoMail):
		return open.Plan{Effect: open.EffectNothing, Note: "A mid URL contains no server, and no mail is set in which to look for the message."}, nil
	case err != nil:
		return open.Plan{}, err
	}
	mail := open.Plan{Effect: open.EffectReads}
	if len(o.Mail) > 0 {
		mail.Path = o.Mail[0]
		mail.Note = "The message is looked for in " + strings.Join(o.Mail, ", ") + "."
	}
	if len(o.News) == 0 {
		return mail, nil
	}
	return o.planNews(r, v, mail)
}

// planNews adds what is sent to the first news server.
func (o Opener) planNews(r *open.Call, v views.MID, mail open.Plan) (open.Plan, error) {
	call, err := newsCall(r, v)
	if err != nil {
		return mail, err
	}
	planner, ok := o.News[0].(open.Planner)
	if !ok {
		return mail, nil
	}
	plan, err := planner.Plan(call)
	if err != nil || len(o.Mail) == 0 {
		return plan, err
	}
	for i := range plan.Steps {
		if plan.Steps[i].When == "" {
			plan.Steps[i].When = "if no file has <" + v.MessageID.Printable() + ">"
		}
	}
	plan.Note = strings.TrimSpace(mail.Note + " " + plan.Note)
	return plan, nil
}
