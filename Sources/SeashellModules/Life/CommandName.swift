import SeashellKit

extension String {
  /// The name of the command that calls the tool with this name: `get-current-time`.
  ///
  /// Letters, digits, `-` and `.` stay; all else becomes `-`.
  var commandName: String {
    let bytes = utf8.map { byte in
      let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
      let isOther = byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ".")
      return isLetter || isOther ? byte : UInt8(ascii: "-")
    }
    let name = bytes.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    return name.isEmpty ? "tool" : String(decoding: name, as: UTF8.self)
  }
}
