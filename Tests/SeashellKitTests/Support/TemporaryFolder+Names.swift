import FoundationEssentials
import SeashellTesting

extension TemporaryFolder {
  /// The names of the files in the folder.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
