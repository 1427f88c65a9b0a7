import { breadcrumbList } from '../domain/structured-data.ts'
import { JsonLd } from './json-ld.tsx'
import { useSite } from './site.tsx'

type Step = { readonly label: string; readonly href: string }

export function Breadcrumbs({ steps, here }: { steps: readonly Step[]; here: string }) {
  const { words, origin, path } = useSite()
  const [pathname = path] = path.split('?')
  const all = [...steps, { label: here, href: pathname }]
  return (
    <nav className="breadcrumbs" aria-label={words('layout.breadcrumbs')}>
      <ol>
        {steps.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ol>
      <JsonLd
        data={breadcrumbList(all.map(({ label, href }) => ({ name: label, url: origin + href })))}
      />
    </nav>
  )
}
