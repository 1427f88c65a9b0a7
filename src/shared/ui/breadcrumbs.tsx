import { useSite } from './site.tsx'

type Step = { readonly label: string; readonly href: string }

/** The way here, without the page itself: its heading says that. */
export function Breadcrumbs({ steps }: { steps: readonly Step[] }) {
  const { words } = useSite()
  return (
    <nav className="breadcrumbs" aria-label={words('layout.breadcrumbs')}>
      <ol>
        {steps.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
