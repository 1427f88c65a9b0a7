import { isShipped, mayHide } from '../../texts/publish-text.ts'
import type { TextAction } from '../../api/staff.ts'
import { formatTime } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { ActionFields } from '../action-form.tsx'
import { ActionNotice } from '../action-notice.tsx'
import { BackLink } from '../layout/back-link.tsx'
import { useOffice } from '../office.tsx'
import { textHref } from './hrefs.ts'
import { MoveForm } from './move-form.tsx'
import { TextFields, TextForm } from './text-form.tsx'
import type { TextViewProps } from './text-view-props.ts'

export function TextView(props: TextViewProps) {
  const { words, may } = useOffice()
  const { text, title, isNew, questions, done, failure } = props
  const isEdited = text.languages.some((version) => version.isEdited)
  const isHidden = text.languages.every(({ shown }) => shown === null)
  return (
    <>
      <BackLink
        href={officeHref('content', { kind: text.kind })}
        page={words(`content.kinds.${text.kind}`)}
      />
      <h1>{title}</h1>
      <ActionNotice done={done} failure={failure} />
      {may('publish-text') ? (
        <TextForm {...props} />
      ) : (
        <div className="fields">
          <p className="panel">{words('content.ownersOnly')}</p>
          <TextFields {...props} />
        </div>
      )}
      {!isNew && may('hide-text') && (
        <div className="columns">
          {isEdited && isShipped(text) && <PlainForm {...props} action="reset-text" />}
          {!isHidden && mayHide(text.kind) && <PlainForm {...props} action="hide-text" />}
          {questions.length > 1 && <MoveForm {...props} />}
        </div>
      )}
      {!isNew && <History {...props} />}
    </>
  )
}

function PlainForm({
  text,
  action,
}: TextViewProps & { readonly action: Exclude<TextAction, 'publish-text' | 'move-question'> }) {
  const { words } = useOffice()
  return (
    <form method="post" action={textHref(text)} className="panel">
      <ActionFields action={action} version={text.version} />
      <p>{words(`content.${action}Text`)}</p>
      <button className="button quiet">{words(`content.${action}`)}</button>
    </form>
  )
}

function History({ text, history }: TextViewProps) {
  const { words } = useOffice()
  return (
    <section className="panel" aria-labelledby="history">
      <h2 id="history">{words('content.history')}</h2>
      {history.length === 0 && <p className="soft">{words('content.noHistory')}</p>}
      <ul className="list" hidden={history.length === 0}>
        {history.map(({ id, at, staffName, action, hasContents }) => (
          <li key={id}>
            <span>
              {words(`doneActions.${action}`)}
              {action !== 'hide-text' && hasContents === 1 && (
                <>
                  {' · '}
                  <a href={textHref(text, { version: id })}>{words('content.load')}</a>
                </>
              )}
            </span>
            <small>
              {formatTime(at)} · {staffName}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
