import FoundationEssentials
import SeashellTesting

extension TemporaryFolder {
  /// The path of the tokens of an environment.
  func tokens(_ environment: String = "test") -> String {
    "\(path)/seashell/tokens/\(environment).json"
  }

  /// What is kept for an environment; nil where nothing is.
  func kept(_ environment: String = "test") -> String? {
    FileManager.default.contents(atPath: tokens(environment)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Writes a file where an environment's tokens are kept.
  func keep(_ content: String, _ environment: String = "test") throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/seashell/tokens", withIntermediateDirectories: true)
    try Data(content.utf8).write(to: URL(filePath: tokens(environment)))
  }
}
