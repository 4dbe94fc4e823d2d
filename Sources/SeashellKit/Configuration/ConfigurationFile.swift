import CoreSystem
import FoundationEssentials
import Glibc

/// The user's configuration file: `config.json`, or the file that the program was started with.
package struct ConfigurationFile: Sendable {
  package let path: String

  /// The maximum size of the file: 1 MiB.
  static let maximumSize = 1 << 20

  private var isRequired = false

  /// The file that is written in place of `path`, and read once it exists; nil if that is `path` itself.
  var changed: String? { directories?.changedConfiguration }

  private let directories: Directories?

  package init(_ directories: Directories) {
    path = directories.configurationFile
    isRequired = directories.requiresConfiguration
    self.directories = directories
  }

  init(in directory: String) {
    path = "\(directory)/config.json"
    directories = nil
  }

  /// Reads and parses the file.
  ///
  /// - Parameters:
  ///   - builtIn: the shell's own environments; the file may change them.
  ///   - api: the name of the shell's own API.
  /// - Returns: the configuration; an empty one if there is no file.
  package func read(
    builtIn: [APIEnvironment] = [], api: String? = nil
  ) throws(ConfigurationError) -> Configuration {
    guard let text = try text() else { return Configuration() }
    return try Configuration(parsing: text, from: path, builtIn: builtIn, api: api)
  }

  /// Reads the file, and finds every error in it.
  ///
  /// - Parameters:
  ///   - builtIn: the shell's own environments.
  ///   - api: the name of the shell's own API.
  ///   - sections: the names of the sections that modules ask for.
  /// - Returns: the configuration without the fields that are wrong, and the errors in the order of their
  ///   lines; after a syntax error, that error alone.
  package func examine(
    builtIn: [APIEnvironment], api: String? = nil, sections: [String]
  ) -> (configuration: Configuration, errors: [ConfigurationError]) {
    var configuration = Configuration()
    var errors: [ConfigurationError] = []
    do throws(ConfigurationError) {
      guard let text = try text() else { return (configuration, []) }
      var value: JSON5Value?
      do {
        value = try JSON5Parser.parse(text)
      } catch {
        errors.append(
          ConfigurationError(
            path: path, line: error.line, message: error.message, column: error.column))
      }
      // Each error is removed with its field, so that the next one is found.
      while let current = value {
        do throws(ConfigurationError) {
          configuration = try Configuration(current, from: path, builtIn: builtIn, api: api)
          try configuration.root?.checkFields(Configuration.fields + sections)
          value = nil
        } catch {
          // A field that was wrong has been removed, so do not report it as missing too.
          let missed = error.message.replacing(" has no ", with: ".")
          if missed == error.message || !errors.contains(where: { $0.message.hasPrefix(missed) }) {
            errors.append(error)
          }
          value = error.line.flatMap { line in
            error.column.flatMap { current.removingMember(at: line, $0) }
          }
        }
      }
    } catch {
      errors.append(error)
    }
    return (
      configuration,
      errors.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    )
  }

  func text() throws(ConfigurationError) -> String? {
    let bytes: [UInt8]
    do throws(SmallFile.Failure) {
      let file = changed.map { access($0, F_OK) == 0 ? $0 : path } ?? path
      bytes = try SmallFile.read(file, upTo: Self.maximumSize)
    } catch {
      switch error {
      case .system(ENOENT) where !isRequired: return nil
      case .system(EISDIR), .notRegular: throw unreadable("not a regular file")
      case .system: throw unreadable(error.reason)
      case .tooLarge: throw unreadable("larger than 1 MiB")
      }
    }
    // 'String(validating:as:)' looks up types in the runtime.
    guard let text = try? UTF8Span(validating: bytes.span) else {
      let valid = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\u{FFFD}" }
      throw ConfigurationError(
        path: path, line: valid.utf8.count { $0 == 0x0A } + 1, message: "the file is not UTF-8")
    }
    return String(copying: text)
  }

  private func unreadable(_ reason: String) -> ConfigurationError {
    ConfigurationError(
      path: path, line: nil, message: "cannot read the configuration: \(reason)",
      hint: isRequired ? "check --config" : "pass --no-config to start without it")
  }
}
