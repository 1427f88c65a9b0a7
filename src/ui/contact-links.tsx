export function MailLink({ address }: { address: string }) {
  const [name, domain] = address.split('@')
  return (
    <a href={`mailto:${address}`}>
      {name}@<wbr />
      {domain}
    </a>
  )
}

export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</a>
}
