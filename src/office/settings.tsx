import { z } from 'zod'
import type { ShopFinding } from './finding.ts'
import { shopFindings } from './doctor.ts'
import type { OfficeConfig } from '../api/office-settings.ts'
import { officeHref } from '../words/office-paths.ts'
import { findingTexts } from '../words/office-texts.ts'
import type { Locale } from '../words/locales.shared.ts'
import { useOffice, type OfficeWords } from './office-context.tsx'
import { Panel } from './lists.tsx'
import { resource } from './resource.tsx'

/** Shows the findings of `npm run shop -- doctor`, and the rights of each role. */
export const settingsScreen = resource({
  page: 'settings',
  section: 'settings',
  query: z.object({}),
  async load({ env, var: { context } }) {
    const { db, now, config } = context
    return { findings: await shopFindings(db, { ...env }, { now }), config }
  },
  View({ findings, config }) {
    const { words } = useOffice()
    return (
      <>
        <h1>{words('sections.settings')}</h1>
        <Findings findings={findings} />
        <People config={config} />
        <p>
          <a href={officeHref('webhooks')}>{words('webhooks.title')}</a> ·{' '}
          <a href={officeHref('apiKeys')}>{words('apiKeys.title')}</a>
        </p>
      </>
    )
  },
})

type SettingsProps = { readonly findings: readonly ShopFinding[]; readonly config: OfficeConfig }

function Findings({ findings }: Pick<SettingsProps, 'findings'>) {
  const { locale, words } = useOffice()
  return (
    <Panel id="findings" heading={words('settings.findings')}>
      <p className="soft">
        {findings.length === 0
          ? words('settings.healthy')
          : `${summaryOf(words, findings)} ${words('settings.findingsText')}`}
      </p>
      <ul className="list" hidden={findings.length === 0}>
        {groupByRemedy(locale, findings).map(({ level, remedy, problems }) => (
          <li key={level + remedy}>
            {problems.map((problem) => (
              <span key={problem}>
                <span className={`badge ${level === 'error' ? 'bad' : 'warn'}`}>
                  {words(`settings.levels.${level}`)}
                </span>{' '}
                <b>{problem}</b>
              </span>
            ))}
            <span>{remedy}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function summaryOf(words: OfficeWords, findings: readonly ShopFinding[]): string {
  const errors = findings.filter(({ level }) => level === 'error').length
  const warnings = findings.length - errors
  return `${words('settings.errors', { count: errors })}, ${words('settings.warnings', { count: warnings })}.`
}

/** Groups the problems of a level that have the same remedy. */
function groupByRemedy(locale: Locale, findings: readonly ShopFinding[]) {
  const rows = findings.map((finding) => ({ ...finding, ...findingTexts(locale, finding) }))
  const groups = Map.groupBy(rows, ({ level, remedy }) => `${level} ${remedy}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return [{ ...first, problems: group.map(({ problem }) => problem) }]
  })
}

function People({ config }: Pick<SettingsProps, 'config'>) {
  const { words, person } = useOffice()
  const lists = [
    { role: 'owner', people: config.ADMIN_OWNERS },
    { role: 'money', people: config.ADMIN_MONEY },
    { role: 'support', people: config.ADMIN_SUPPORT },
  ] as const
  return (
    <Panel id="people" heading={words('settings.people')} text={words('settings.peopleText')}>
      <ul className="list">
        {lists.map(({ role, people }) => (
          <li key={role}>
            <b>{words(`roles.${role}`)}</b>
            <span>{people.join(', ') || '—'}</span>
            <small>{words(`settings.may.${role}`)}</small>
            {person?.role === 'owner' && role !== 'owner' && (
              <form method="post" action={officeHref('viewAs')}>
                <button className="link" name="role" value={role}>
                  {words(`settings.seeAs.${role}`)}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
