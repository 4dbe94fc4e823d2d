import SeashellKit

/// A line that a program writes during a call.
enum ProgramLine {
  /// Parses a line: one that begins with `{` is a record, any other is text.
  ///
  /// - Throws: ``ModuleError`` if a record is not JSON.
  static func value(of line: [UInt8]) throws(ModuleError) -> CellValue {
    guard line.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
      let isCRLF = line.last == 0x0D
      return .text(String(decoding: line.dropLast(isCRLF ? 1 : 0), as: UTF8.self))
    }
    do throws(JSONError) {
      return try CellValue(json: line)
    } catch {
      throw ModuleError(
        "it wrote a record that is not JSON: \(error)",
        hint: "a record is one line, as 'jq -c' writes it")
    }
  }
}
