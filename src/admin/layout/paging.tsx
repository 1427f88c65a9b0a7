type PageLink = { readonly href: string; readonly name: string }

/** Shows links to other pages of a list. Null means that there is no such page. */
export function Paging({ links }: { readonly links: readonly (PageLink | null)[] }) {
  const shown = links.filter((each) => each !== null)
  if (shown.length === 0) return null
  return (
    <p className="groups">
      {shown.map(({ href, name }) => (
        <a key={name} href={href}>
          {name}
        </a>
      ))}
    </p>
  )
}
