/** Texts of the back office. The operator reads them, not visitors. */
export const adminWords = {
  layout: {
    title: 'Back office',
    skip: 'Skip to the content',
    menu: 'Sections',
    signOut: 'Sign out',
  },
  sections: {
    today: 'Today',
  },
  roles: {
    support: 'Support',
    money: 'Money',
    owner: 'Owner',
  },
  signIn: {
    title: 'Sign in to the back office',
    localText:
      'This sign-in is for development. The link works once; restart the shop to get a new one.',
    role: 'Sign in as',
    submit: 'Sign in',
  },
  refusals: {
    signIn: {
      title: 'Sign in first',
      text: 'The back office opens through Cloudflare Access. Open its address again and sign in there. If you have just signed in, your session may have expired.',
    },
    localSignIn: {
      title: 'Open the link from the terminal',
      text: 'npm start prints a link that signs you in. It works once; restart the shop to get a new one.',
    },
    noRole: {
      title: 'You have no role here',
      text: 'You are signed in as {{email}}, but no role is set for this address. Ask an owner to add it to ADMIN_SUPPORT, ADMIN_MONEY or ADMIN_OWNERS.',
    },
    forbidden: {
      title: 'The form came from another site',
      text: 'Nothing has changed. Open the page in the back office and send the form again.',
    },
    notFound: {
      title: 'Page not found',
      text: 'There is no such page, order or file. Check the address or search for the order.',
    },
    failed: {
      title: 'Something went wrong',
      text: 'The page could not be shown. If you pressed a button, look at the order first to see whether it worked: pressing it twice does nothing twice.',
    },
  },
  today: {
    title: 'Today',
  },
} as const
