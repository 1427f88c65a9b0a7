import type { FaqBlock } from '../../types.ts'

export const phone: FaqBlock = {
  ident: 'phone',
  title: 'Will my phone do',
  questions: [
    {
      ident: 'which-phones',
      question: 'Which phones have eSIM?',
      answer: [
        'iPhone XS, XR and newer, Google Pixel 3 and newer, most Samsung Galaxy S from the S20, and many others. The same model may have eSIM in one country and not in another: phones made for mainland China mostly have none, and many iPhones for Hong Kong and Macao take two plastic cards instead.',
        'So do not go by the name of the model. Check your own phone: it takes five seconds.',
      ],
    },
    {
      ident: 'check-phone',
      question: 'How do I check my own phone?',
      answer: [
        'Dial *#06# as if you were calling. If a line ‘EID’ with 32 digits appears, the phone has eSIM. If there are only IMEI numbers, look in the settings: some Android phones show the EID only there.',
        'iPhone: Settings → General → About. Android: Settings → About phone → SIM status. No EID there either means no eSIM.',
      ],
    },
    {
      ident: 'locked-phone',
      question: 'My phone was bought from an operator. Will it work?',
      answer: [
        'Only if it is not locked to that operator. On an iPhone open Settings → General → About: ‘No SIM restrictions’ means it is free. On other phones ask the operator that sold it.',
        'A locked phone shows an EID and still refuses the eSIM, so check before you pay.',
      ],
    },
    {
      ident: 'several-esims',
      question: 'Can I keep several eSIMs in one phone?',
      answer: [
        'Yes. Most phones store five to eight of them and use one or two at a time. A plan for the next trip can wait in the phone without starting.',
      ],
    },
    {
      ident: 'own-sim',
      question: 'What happens to my own SIM?',
      answer: [
        'It stays where it is and keeps your number. Calls, SMS and bank codes arrive on it as before; only the internet goes through the eSIM.',
        'Switch off data roaming on your own SIM so that the phone does not use it at roaming prices.',
      ],
    },
    {
      ident: 'tablet',
      question: 'Does it work in a tablet, a watch or a laptop?',
      answer: [
        'In tablets and laptops with eSIM it does. In watches it does not: they use a copy of the phone’s own number.',
      ],
    },
  ],
}
