import type { Article } from '../types.ts'

export const dataPolicy: Article = {
  isSample: true,
  title: 'Data policy',
  lead: 'This is a sample text, not legal advice. The operator’s own lawyer must replace it before the shop opens.',
  sections: [
    {
      title: '1. Who is responsible',
      paragraphs: [
        'The operator of the shop is responsible. Its name is at the foot of each page. Send questions about personal data to the support address on the ‘Contact us’ page.',
      ],
    },
    {
      title: '2. What we collect',
      paragraphs: [
        'When you order: your email address, what you ordered, the amount, when you paid, and the language of the page. If VAT depends on your country: the country of your card or billing address and of your network. If you have them: your promo code, the partner or campaign of the link you followed, and the model of the phone you checked. For a gift: the recipient’s address, your message and the date.',
        'You enter your card details on the payment provider’s page, and they don’t reach us.',
        'For your eSIM: its number (ICCID), when you first used it, and how much data you’ve used. If you ask for a reminder: the day you leave, until we’ve sent it. The network operator doesn’t tell us which pages you visit or where you are.',
        'When you ask for an email about a country or plan that’s sold out: your email address and what you wait for, until we’ve sent it.',
        'When you sign in: the name of your browser, so that you can see where you’re signed in.',
        'If you’re a partner: your phone number too, the details we need to pay your rewards, and the names and public keys of your passkeys.',
        'When you contact support: what you write and attach, and the version of your browser. When you review a plan or an answer: your rating and your words.',
      ],
    },
    {
      title: '3. Why we use it',
      paragraphs: [
        'We use this data to issue and send your eSIM, show how much data is left, answer questions and pay partners’ rewards. We also keep sales records for as long as tax law requires. We don’t sell data, and we don’t send advertising without your separate consent.',
      ],
    },
    {
      title: '4. Legal grounds',
      paragraphs: [
        'We rely on the contract of sale, on legal duties to keep records, and on your consent where the law requires it.',
        'In Russia, consent to the processing of personal data is a separate document (152-FZ) and isn’t part of other texts. The operator publishes it here and states in which country the database is located.',
      ],
    },
    {
      title: '5. Who we share it with',
      paragraphs: [
        'We share data with the payment provider, the services that deliver email and SMS, and authorities where the law requires it. The network operator gets only what the eSIM needs (some countries require a passport). If you turn on notifications, your browser’s push service (Google, Apple, Mozilla or Microsoft) delivers them to your device. It can’t read them.',
      ],
    },
    {
      title: '6. How long we keep it',
      paragraphs: [
        'We keep orders for as long as tax law requires, and messages to support in our mailbox for one year after the last reply. We keep a partner’s data until the account is closed and the last reward is paid.',
        'We delete the rest sooner. We delete the texts of our emails and messages after 30 days, and those with a sign-in code after one hour. We delete orders that weren’t paid after 30 days, and the encrypted name of the network that an order came from after 30 days. We delete screenshots and our database’s copies of your messages and of what you write about our answers after 90 days. A review of a plan that we decide not to publish is deleted after 30 days, and one that we haven’t decided about after 90 days. A published one stays until you ask us to remove it. We delete a request for an email about what’s sold out when we’ve sent it, after 180 days at the latest, or after 2 days if you don’t confirm it. We delete the data for notifications 30 days after the eSIM ends, or as soon as you turn notifications off.',
        'If you ask us to delete your data, we delete your account, your reviews, the texts of our messages and your screenshots, and remove your address from your orders. After that, we keep only what tax law requires: what was bought, the amount, the dates, the number of the payment and of the eSIM. Backup copies are deleted within 30 days.',
      ],
    },
    {
      title: '7. Cookies and the storage of your browser',
      paragraphs: [
        'We keep your language and cookie consent for 365 days, your sign-in for 300 days, and for five minutes which form you have sent. We keep promo and referral codes and the model of the phone you checked for 30 days. We measure visits only with your consent.',
        'On pages of an eSIM, your browser stores its place, the data and days left, and the link to its page, so that all our pages can show them. It also stores copies of these pages for when you’re offline. None of this is sent to us. It’s deleted when you sign out, and the place, data and link when the plan ends.',
      ],
    },
    {
      title: '8. Your rights',
      paragraphs: [
        'Contact support to see, correct, delete or get a copy of your data, or to withdraw your consent. We reply within 30 days, or sooner where the law says so. You can also complain to the supervisory authority in your country.',
      ],
    },
  ],
}
