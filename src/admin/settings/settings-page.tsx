import { d1Store } from '../../backend/d1-store.ts'
import type { ShopFinding } from '../../backend/doctor/finding.ts'
import { shopFindings } from '../../backend/doctor/shop-findings.ts'
import type { AdminConfig } from '../../config/admin-settings.ts'
import { findingTexts } from '../../locale/finding-texts.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminContext } from '../admin-env.ts'
import type { AdminWords } from '../admin-words.ts'
import { renderPage } from '../layout/render-page.tsx'

/** The findings of `npm run doctor`, and the rights of each role. */
export async function showSettings(c: AdminContext): Promise<Response> {
  const { context, locale, words } = c.var
  const findings = await shopFindings(d1Store(context.db), { ...c.env })
  const title = words('sections.settings')
  return renderPage(
    c,
    { title, section: 'settings' },
    <>
      <h1>{title}</h1>
      <Findings words={words} locale={locale} findings={findings} />
      <People words={words} config={context.config} />
    </>,
  )
}

type FindingsProps = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly findings: readonly ShopFinding[]
}

function Findings({ words, locale, findings }: FindingsProps) {
  return (
    <section className="panel" aria-labelledby="findings">
      <h2 id="findings">{words('settings.findings')}</h2>
      <p className="soft">
        {words(findings.length === 0 ? 'settings.healthy' : 'settings.findingsText')}
      </p>
      <ul className="list" hidden={findings.length === 0}>
        {findings.map((finding) => {
          const { problem, remedy } = findingTexts(locale, finding)
          return (
            <li key={problem}>
              <span>
                <span className={`badge ${finding.level === 'error' ? 'bad' : 'warn'}`}>
                  {words(`settings.levels.${finding.level}`)}
                </span>{' '}
                <b>{problem}</b>
              </span>
              <span>{remedy}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type PeopleProps = { readonly words: AdminWords; readonly config: AdminConfig }

function People({ words, config }: PeopleProps) {
  const lists = [
    { role: 'owner', people: config.ADMIN_OWNERS },
    { role: 'money', people: config.ADMIN_MONEY },
    { role: 'support', people: config.ADMIN_SUPPORT },
  ] as const
  return (
    <section className="panel" aria-labelledby="people">
      <h2 id="people">{words('settings.people')}</h2>
      <p className="soft">{words('settings.peopleText')}</p>
      <ul className="list">
        {lists.map(({ role, people }) => (
          <li key={role}>
            <b>{words(`roles.${role}`)}</b>
            <span>{people.join(', ') || '—'}</span>
            <small>{words(`settings.may.${role}`)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
