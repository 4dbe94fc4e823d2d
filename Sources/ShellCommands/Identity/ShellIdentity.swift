/// The name of a shell, which its messages, files and variables carry.
public struct ShellIdentity: Sendable, Equatable {
  /// The program's name, as users type it: `orders`.
  public let name: String

  /// The version that `version` prints.
  public let version: String

  /// The purpose of the shell, as one line of its help: `A shell for REST APIs`.
  public let abstract: String

  /// The variable that names the environment to start on: `ORDERS_ENV`.
  public let environmentVariable: String

  /// The variable that may hold an access token: `ORDERS_TOKEN`.
  public let tokenVariable: String

  /// The variable by which the program runs the tests of a file: `ORDERS_TEST`.
  package var testVariable: String { String(tokenVariable.dropLast("TOKEN".count)) + "TEST" }

  /// The value of the header field `User-Agent` (RFC 9110, section 10.1.5): `orders/1.0`.
  package var userAgent: String { "\(name)/\(version)" }

  /// Creates an identity.
  ///
  /// - Parameters:
  ///   - name: the program's name: letters, digits, `-`, `_` and `.`, with a letter first.
  ///   - version: the program's version.
  ///   - abstract: the purpose of the shell, without a full stop.
  package init(_ name: String, version: String, abstract: String = "A shell for a REST API") {
    self.name = name
    self.version = version
    self.abstract = abstract
    let prefix = String(
      decoding: name.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 0x20
        case UInt8(ascii: "-"), UInt8(ascii: "."): UInt8(ascii: "_")
        default: byte
        }
      }, as: UTF8.self)
    environmentVariable = "\(prefix)_ENV"
    tokenVariable = "\(prefix)_TOKEN"
  }

  /// Whether the name is valid for a program, a folder and a variable.
  package var hasValidName: Bool {
    guard let first = name.utf8.first, (first | 0x20) &- UInt8(ascii: "a") < 26 else {
      return false
    }
    return name.utf8.count <= 64
      && name.utf8.allSatisfy { byte in
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
          || "-_.".utf8.contains(byte)
      }
  }
}
