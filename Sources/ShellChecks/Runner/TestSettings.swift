import CoreJSON
import CoreSystem
import Glibc
import ShellOutput

/// How the tests of a file run, as the process of a file gets it.
package struct TestSettings: Sendable {
  /// A folder for the credentials and the data of the file, which is removed afterwards.
  package var folder = ""
  /// How often a failed request is sent again.
  package var retries = 0
  /// The text that the names of the tests contain; nil runs all tests.
  var filter: String?
  /// How long a test may take, in seconds.
  var seconds = 60
  /// Whether the output of tests that pass is shown, too.
  var showsAll = false
  /// Whether the first test that fails is the last.
  var failsFast = false

  init() {}

  /// Reads the settings from a variable's value.
  ///
  /// - Returns: nil if the value is not what ``text`` writes.
  package init?(_ text: String) {
    guard let value = try? CellValue(json: text), let folder = value["folder"]?.textValue,
      let retries = value["retries"]?.integerValue, let seconds = value["seconds"]?.integerValue
    else { return nil }
    (self.folder, self.retries, self.seconds) = (folder, retries, seconds)
    filter = value["filter"]?.textValue
    failsFast = value["failsFast"]?.booleanValue ?? false
  }

  /// The settings as JSON.
  var text: String {
    CellValue.record([
      .init("folder", .text(folder)), .init("retries", .integer(retries)),
      .init("seconds", .integer(seconds)), .init("failsFast", .boolean(failsFast)),
      .init("filter", filter.map { .text($0) } ?? .null),
    ]).jsonText
  }

  /// Makes the folder for the credentials and the data of the file.
  package static func makeFolder() throws -> String {
    let variable = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let base = variable.hasPrefix("/") ? variable : "/tmp"
    var template = Array("\(base)/seashell-tests-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else {
      throw SystemError("cannot make a folder in '\(base)'")
    }
    return String(cString: path)
  }

  /// Whether a test of this name runs.
  func select(_ name: String) -> Bool {
    guard let filter else { return true }
    return name.lowercased().contains(filter.lowercased())
  }
}

extension CellValue {
  /// The value of a record's field.
  subscript(name: String) -> CellValue? { fieldsValue?.first { $0.name == name }?.value }
}
