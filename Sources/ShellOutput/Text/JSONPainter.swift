/// Colours JSON that arrives as pieces of bytes, and escapes what a terminal must not get.
///
/// White space stays as it is. JSON with errors is coloured in any way, but escaped too.
@MainActor
final class JSONPainter {
  private let layout: JSONLayout
  /// The part of a string, number or word that has arrived.
  private var token: [UInt8] = []
  private var isString = false
  private var isEscaped = false
  /// Whether each open object or array is an object.
  private var isObject: [Bool] = []
  /// Whether the next string is the name of a member.
  private var expectsName = false

  init(_ style: OutputStyle) {
    layout = .readable(style, depth: 0)
  }

  /// Appends a piece, except for a token that is not complete yet.
  func paint(_ piece: some Collection<UInt8>, to bytes: inout [UInt8]) {
    for byte in piece {
      if isString { addToString(byte, to: &bytes) } else { add(byte, to: &bytes) }
    }
  }

  /// Appends the last token.
  func end(to bytes: inout [UInt8]) {
    endToken(as: isString ? .string : .number, to: &bytes)
  }

  private func addToString(_ byte: UInt8, to bytes: inout [UInt8]) {
    token.append(byte)
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      endToken(as: expectsName ? .name : .string, to: &bytes)
      (isString, expectsName) = (false, false)
    }
  }

  private func add(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""):
      endToken(as: .number, to: &bytes)
      token.append(byte)
      isString = true
      return
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      isObject.append(byte == UInt8(ascii: "{"))
      expectsName = byte == UInt8(ascii: "{")
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      _ = isObject.popLast()
      expectsName = false
    case UInt8(ascii: ","): expectsName = isObject.last ?? false
    case UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D: break
    default:
      token.append(byte)
      return
    }
    endToken(as: .number, to: &bytes)
    bytes.append(byte)
  }

  private func endToken(as role: Palette.Role, to bytes: inout [UInt8]) {
    guard !token.isEmpty else { return }
    layout.append(as: role, to: &bytes) {
      $0.append(
        TerminalText.escaped(
          String(decoding: token, as: UTF8.self), as: .json, keepsLines: false))
    }
    token.removeAll(keepingCapacity: true)
  }
}
