import { EmailAddress } from './email-address.tsx'

export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`}>
      <EmailAddress email={address} />
    </a>
  )
}

export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</a>
}
