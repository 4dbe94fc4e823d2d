/// Where a secret of the configuration is; the file of the configuration never has the secret itself.
public enum SecretSource: Sendable, Hashable {
  /// In a variable of the process's environment: `{ env: 'WH_KEY' }`.
  case variable(String)
  /// In a file, by its absolute path: `{ file: '~/.secrets/wh' }`.
  case file(String)
  /// In the output of a program, which is run without a shell: `{ command: ['pass', 'show', 'wh'] }`.
  case command([String])
}

extension SecretSource: CustomStringConvertible {
  /// What it is, without a secret: `the variable WH_KEY`, `the file /home/ann/key` or `the program 'pass'`.
  ///
  /// A program's arguments are left out.
  public var description: String {
    switch self {
    case .variable(let name): "the variable \(name)"
    case .file(let path): "the file \(path)"
    case .command(let words): "the program '\(words.first ?? "")'"
    }
  }
}
