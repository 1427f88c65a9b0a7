import type { TopicQuestion } from '../../texts/publish-text.ts'
import { ActionFields } from '../action-form.tsx'
import { LabelledField } from '../labelled-field.tsx'
import { useOffice } from '../office.tsx'
import { textHref } from './hrefs.ts'
import type { TextViewProps } from './text-view-props.ts'

type Props = Pick<TextViewProps, 'text'> & {
  readonly questions: readonly TopicQuestion[]
}

export function MoveForm({ text, questions }: Props) {
  const { words } = useOffice()
  const index = questions.findIndex(({ ident }) => ident === text.ident)
  return (
    <form method="post" action={textHref(text)} className="panel fields">
      <ActionFields action="move-question" version={text.version} />
      <LabelledField label={words('fields.after')}>
        <select name="after" defaultValue={questions[index - 1]?.ident ?? ''}>
          <option value="">{words('content.first')}</option>
          {questions
            .filter(({ ident }) => ident !== text.ident)
            .map(({ ident, question }) => (
              <option key={ident} value={ident}>
                {question}
              </option>
            ))}
        </select>
      </LabelledField>
      <button className="button quiet">{words('content.move')}</button>
    </form>
  )
}
