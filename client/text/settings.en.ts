/** Copy of the page of one's own account. */
export const settingsEn = {
  settings: {
    title: 'Account',
    lead: 'Your name, your password and where you are signed in.',
    profile: 'Profile',
    email: 'Email',
    name: 'Name',
    saveName: 'Save name',
    nameSaved: 'Your name was saved.',
    password: 'Password',
    current: 'Current password',
    next: 'New password',
    changePassword: 'Change password',
    passwordChanged: 'Your password was changed. Other sessions stay signed in until you sign them out below.',
    wrongPassword: 'This is not your current password.',
    newPassword: 'Enter a new password.',
    sessions: 'Sessions',
    thisSession: 'This session',
    unknownDevice: 'Unknown browser',
    device: (browser: string, system: string) => `${browser} on ${system}`,
    since: (time: string) => `Signed in ${time}`,
    signOutOthers: 'Sign out other sessions',
    othersSignedOut: 'All other sessions were signed out.',
    onlyThis: 'You are signed in nowhere else.',
  },
};

export type SettingsCopy = typeof settingsEn;
