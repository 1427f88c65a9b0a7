import { z } from 'zod'
import { maxLength } from '../kit/limits.shared.ts'
import { settingsOf, type Locale } from '../words/locales.shared.ts'
import { ActionFields, FieldProblems, usePageState } from '../office/action-form.tsx'
import { nameIn, useOffice } from '../office/office-context.tsx'
import { InputFields, LabelledField, Options, type Input, type Inputs } from '../office/fields.tsx'
import { previewHref, textHref } from './office-texts.tsx'
import { fieldsOfText, isNeeded, fieldName } from './office-text-fields.tsx'
import type { TopicQuestion } from './publish-text.ts'
import type { FaqTopic, TextForOffice, TextChange } from './texts-for-office.ts'
import type { FormFields } from '../office/form-body.ts'

/** A form to change a text in every language, with previews. */
export function TextForm(props: TextViewProps) {
  const { words } = useOffice()
  const { failure } = usePageState()
  const { text, isNew } = props
  const { kind, languages, version } = text
  const target = isNew ? { kind } : text
  return (
    <form method="post" action={textHref(target)} className="fields">
      <ActionFields action="publish-text" version={version} />
      <FieldProblems failure={failure}>
        <TextFields {...props} />
      </FieldProblems>
      <div className="inline">
        {/* The Enter key presses the first button. */}
        {languages.map(({ lang }) => (
          <button
            key={lang}
            className="button quiet"
            formAction={previewHref(target)}
            formTarget="_blank"
            name="lang"
            value={lang}
          >
            {words('content.preview', { language: nameIn(words, 'inLanguages', lang) })}
          </button>
        ))}
        <button className="button">{words('content.publish')}</button>
      </div>
    </form>
  )
}

/**
 * The fields of a text, also for roles that may not publish. Their fields are read-only instead of
 * disabled, so that people can focus, select and copy the text.
 */
export function TextFields(props: TextViewProps) {
  return (
    <>
      <SharedFields {...props} />
      <div className="columns">
        {props.text.languages.map(({ lang }) => (
          <LanguageFields key={lang} {...props} lang={lang} />
        ))}
      </div>
    </>
  )
}

/** The fields of a text that do not depend on the language. */
function SharedFields({ text: { kind }, isNew, topics, values }: TextViewProps) {
  const { locale, may } = useOffice()
  const inputs = {
    ...(isNew && {
      ident: {
        schema,
        label: ({ words }) => words('fields.address'),
        hint: ({ words }) => words('content.addressHint'),
        maxLength: maxLength.ident,
        isRequired: true,
      },
    }),
    ...(isNew && kind === 'question' && { block: blockInput(topics, locale) }),
    ...(kind === 'post' && {
      date: { schema, type: 'date', readOnly: !may('publish-text'), isRequired: true },
    }),
  } satisfies Inputs
  return (
    <>
      {Object.keys(inputs).length > 0 && (
        <div className="panel">
          <InputFields inputs={inputs} values={values} />
        </div>
      )}
      {!isNew && kind === 'question' && (
        <input type="hidden" name="block" value={values['block'] ?? ''} />
      )}
    </>
  )
}

const schema = z.string()

function blockInput(topics: readonly FaqTopic[], locale: Locale): Input {
  const own = topics.filter(({ lang }) => lang === locale)
  const options = own.map(({ block, title }) => [block, title] as const)
  return { schema, kind: 'choice', options: () => options }
}

function LanguageFields(props: TextViewProps & { readonly lang: Locale }) {
  const { words, may } = useOffice()
  const { text, values, lang } = props
  const readOnly = !may('publish-text')
  const language = nameIn(words, 'languages', lang)
  return (
    <fieldset className="panel">
      <legend className="unseen">{language}</legend>
      <h2 aria-hidden="true">{language}</h2>
      {!readOnly && <LanguageHint {...props} />}
      {fieldsOfText(text).map(({ name, rows, maxLength: most }) => {
        const field = fieldName(lang, name)
        const defaultValue = values[field]
        const common = { name: field, lang, maxLength: most, defaultValue, readOnly }
        return (
          <LabelledField key={name} label={words(`fields.${name}`)}>
            {rows === 1 ? <input {...common} /> : <textarea {...common} rows={rows} />}
          </LabelledField>
        )
      })}
      {text.kind !== 'place' && !readOnly && <small>{words(`content.markup.${text.kind}`)}</small>}
    </fieldset>
  )
}

function LanguageHint({ text, topics, lang }: TextViewProps & { readonly lang: Locale }) {
  const { words } = useOffice()
  const isLinked = text.kind !== 'post' || linksBlog(lang)
  return (
    <p className="soft">
      {isNeeded(text.kind, lang, topics)
        ? words('content.needed')
        : words(`content.mayBeEmpty.${text.kind}`, {
            language: nameIn(words, 'inLanguages', lang),
          })}{' '}
      {!isLinked && words('content.notLinked')}
    </p>
  )
}

/** English pages do not link to the blog (specification, section 2). */
function linksBlog(lang: Locale): boolean {
  return settingsOf(lang).links.includes('blog')
}

export function MoveForm({ text, questions }: TextViewProps) {
  const { words } = useOffice()
  const index = questions.findIndex(({ ident }) => ident === text.ident)
  const others = questions.filter(({ ident }) => ident !== text.ident)
  return (
    <form method="post" action={textHref(text)} className="panel fields">
      <ActionFields action="move-question" version={text.version} />
      <LabelledField label={words('fields.after')}>
        <select name="after" defaultValue={questions[index - 1]?.ident ?? ''}>
          <option value="">{words('content.first')}</option>
          <Options of={others.map(({ ident, question }) => [ident, question])} />
        </select>
      </LabelledField>
      <button className="button quiet">{words('content.move')}</button>
    </form>
  )
}

export type TextViewProps = {
  readonly text: TextForOffice
  readonly title: string
  readonly isNew: boolean
  readonly topics: readonly FaqTopic[]
  /** The questions of the topic, in their order. */
  readonly questions: readonly TopicQuestion[]
  readonly history: readonly TextChange[]
  readonly values: FormFields
}
