/// Where a secret of the configuration is; the file of the configuration never has the secret itself.
public enum SecretSource: Sendable, Hashable {
  /// In a variable of the process's environment: `{ env: 'WH_KEY' }`.
  case variable(String)
  /// In a file, by its absolute path: `{ file: '~/.secrets/wh' }`.
  case file(String)
  /// In the output of a program, which is run without a shell: `{ command: ['pass', 'show', 'wh'] }`.
  case command([String])
}
