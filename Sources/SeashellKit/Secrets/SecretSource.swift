/// The source of a secret; the configuration file never contains the secret itself.
public enum SecretSource: Sendable, Hashable {
  /// An environment variable: `{ env: 'WH_KEY' }`.
  case variable(String)
  /// A file, by its absolute path: `{ file: '~/.secrets/wh' }`.
  case file(String)
  /// The output of a program, which is run without a shell: `{ command: ['pass', 'show', 'wh'] }`.
  case command([String])
}

extension SecretSource: CustomStringConvertible {
  /// A description without the secret: `the variable WH_KEY`, `the file /home/ann/key` or `the program
  /// 'pass'`.
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
