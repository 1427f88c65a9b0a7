import type { FaqBlockContent } from '../../types.ts'

export const phone: FaqBlockContent = {
  ident: 'phone',
  title: 'Checking your phone',
  questions: [
    {
      ident: 'which-phones',
      question: 'Which phones support eSIM?',
      answer: [
        'iPhone XS, XR and later, Google Pixel 3 and later, most Samsung Galaxy S phones from the S20, and many others. The same model may have eSIM in one country but not in another. Most phones made for mainland China don’t have it. Many iPhones for Hong Kong and Macao take two plastic cards instead.',
        'So don’t rely on the model name. Check your own phone. It takes five seconds.',
      ],
    },
    {
      ident: 'check-phone',
      question: 'How do I check my own phone?',
      answer: [
        'Dial *#06# as if you were making a call. If you see ‘EID’ and 32 digits, your phone supports eSIM. If you see only IMEI numbers, check the settings, because some Android phones show the EID only there.',
        'iPhone: Settings → General → About. Android: Settings → About phone → SIM status. If there’s no EID there either, your phone doesn’t support eSIM.',
      ],
    },
    {
      ident: 'locked-phone',
      question: 'I bought my phone from an operator. Will it work?',
      answer: [
        'Only if it isn’t locked to that operator. On an iPhone, open Settings → General → About. ‘No SIM restrictions’ means it’s unlocked. For other phones, ask the operator that sold it.',
        'A locked phone shows an EID but won’t accept the eSIM, so check before you pay.',
      ],
    },
    {
      ident: 'several-esims',
      question: 'Can I keep several eSIMs on one phone?',
      answer: [
        'Yes. Most phones store five to eight eSIMs and use one or two at a time. You can install a plan for your next trip now. It won’t start until it first connects, unless its page says that it starts when you install it.',
      ],
    },
    {
      ident: 'own-sim',
      question: 'What happens to my own SIM?',
      answer: [
        'It stays in your phone and keeps your number. You still get calls, SMS and bank codes on it. Only the internet goes through the eSIM.',
        'Turn off data roaming on your own SIM so that the phone doesn’t use it at roaming prices.',
      ],
    },
    {
      ident: 'tablet',
      question: 'Does it work on a tablet, watch or laptop?',
      answer: [
        'It works on tablets and laptops with eSIM. It doesn’t work on watches, because they use a copy of your phone’s own number.',
      ],
    },
  ],
}
