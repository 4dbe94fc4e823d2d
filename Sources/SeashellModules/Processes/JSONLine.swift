package import SeashellKit

package enum JSONLine {
  /// Parses a line.
  ///
  /// - Throws: ``ModuleError`` if it is not JSON, with the place and the reason.
  package static func value(of line: [UInt8]) throws(ModuleError) -> CellValue {
    do throws(JSONError) {
      return try CellValue(json: line)
    } catch {
      let text = String(decoding: line.prefix(60), as: UTF8.self)
      throw ModuleError(
        "it wrote a line that is not JSON: \(error)",
        hint:
          "a server prints only messages of the protocol, not '\(text)\(line.count > 60 ? "…" : "")'"
      )
    }
  }
}
