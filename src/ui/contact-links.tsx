/** An e-mail address one can press; on a narrow screen it breaks after the @. */
export function MailLink({ address }: { address: string }) {
  const [name, domain] = address.split('@')
  return (
    <a href={`mailto:${address}`}>
      {name}@<wbr />
      {domain}
    </a>
  )
}

/** A phone number one can press, shown as it was written. */
export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</a>
}
