/** Shows an address that breaks before its domain if it does not fit on a line. */
export function EmailAddress({ email }: { readonly email: string }) {
  const [name, domain] = email.split('@')
  if (domain === undefined) return name
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  )
}
