import type { FaqBlockContent } from '../../types.ts'

export const installing: FaqBlockContent = {
  ident: 'installing',
  title: 'Installing and starting',
  questions: [
    {
      ident: 'when-install',
      question: 'When should I install it?',
      answer: [
        'At home, on Wi‑Fi, a day or two before you leave. Some countries block eSIM downloads, and an airport may have no Wi‑Fi. Installing doesn’t start your plan, unless its page says so. Turn the eSIM off and keep it off until you arrive.',
      ],
    },
    {
      ident: 'when-starts',
      question: 'When does my plan start?',
      answer: [
        'When you first connect to a network, not when you buy or install. The few plans that start when you install them say so on their page and in the email. A plan for several countries may include your own, so keep the eSIM off until you arrive.',
        'You must connect within 89 days of purchase, or within 6 months for plans for the Russian market.',
      ],
    },
    {
      ident: 'iphone',
      question: 'How do I install it on an iPhone?',
      answer: [
        'Open Settings → Cellular (or Mobile Service) → Add eSIM → Use QR Code and scan the code. It takes about two minutes. Name the eSIM and turn it off until you arrive.',
        'On iOS 17.4 or later, open your eSIM’s page in Safari and tap ‘Install on iPhone’.',
      ],
    },
    {
      ident: 'android',
      question: 'How do I install it on Android?',
      answer: [
        'Open Settings → Network & internet → SIMs → Add SIM → Set up an eSIM and scan the code. On a Samsung, open Connections → SIM manager → Add eSIM. Name the eSIM and turn it off until you arrive.',
      ],
    },
    {
      ident: 'same-phone',
      question: 'How do I install it if the QR code is on the same phone?',
      answer: [
        'Use the one-tap install button, or enter the SM‑DP+ address and activation code yourself. When the phone offers to scan a code, choose ‘Enter Details Manually’. You can copy both codes from your eSIM’s page.',
      ],
    },
    {
      ident: 'no-camera',
      question: 'Can I install it without a camera?',
      answer: [
        'Yes. Choose ‘Enter Details Manually’ and enter the SM‑DP+ address and the activation code. If the phone asks for a single code, enter the line that starts with LPA:1$.',
      ],
    },
    {
      ident: 'roaming',
      question: 'Why is there no internet after I install it?',
      answer: [
        'Turn the eSIM on, choose it for mobile data, and turn on data roaming for it. A travel eSIM always uses roaming. Then turn flight mode on and off, and wait two minutes.',
        'If there’s still no internet, choose the network manually. Your eSIM’s page names the right ones.',
      ],
    },
    {
      ident: 'apn',
      question: 'What is an APN, and do I need it?',
      answer: [
        'The APN is a setting your phone needs to reach the internet. The eSIM usually sets it for you. If you have a signal but no internet, enter the APN from your eSIM’s page in the settings of the eSIM. Leave the user name and password empty.',
      ],
    },
    {
      ident: 'home-sim-data',
      question: 'How do I stop my phone using data on my own SIM?',
      answer: [
        'Choose the eSIM for mobile data, and turn off data roaming on your own SIM. Then turn off automatic switching between them. iPhone: Settings → Cellular → Cellular Data → Allow Cellular Data Switching. Android: look next to the list of SIMs for automatic or backup data.',
      ],
    },
    {
      ident: 'cannot-add',
      question: 'Why does the phone say it can’t add the eSIM?',
      answer: [
        'First check the list of SIMs: the eSIM may be there even if the last step failed. If it isn’t, use another Wi‑Fi network, turn off your VPN, restart the phone and try again.',
        'If it fails again, stop and send support a screenshot of the message. Don’t delete anything.',
      ],
    },
    {
      ident: 'deleted',
      question: 'What if I deleted the eSIM from my phone?',
      answer: [
        'You can’t install a deleted eSIM again, because the code works only once. Contact support. If you haven’t activated it yet, we may be able to help.',
      ],
    },
    {
      ident: 'too-late',
      question: 'What if I don’t activate it within 89 days?',
      answer: [
        'The eSIM expires and you can’t start it. The last day is in your email and on your eSIM’s page. If your trip is further away than that, buy later. It takes only minutes.',
      ],
    },
  ],
}
