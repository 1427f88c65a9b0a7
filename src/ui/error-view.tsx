export type ErrorViewProps = {
  readonly code: string
  readonly title: string
  readonly text: string
  readonly action: { readonly label: string; readonly href: string }
}

export function ErrorView({ code, title, text, action }: ErrorViewProps) {
  return (
    <section className="error-view">
      <p className="error-code" aria-hidden="true">
        {code}
      </p>
      <h1>{title}</h1>
      {text !== '' && <p className="lead">{text}</p>}
      <a className="button" href={action.href}>
        {action.label}
      </a>
    </section>
  )
}
