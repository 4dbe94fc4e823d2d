import CoreSystem
import FoundationEssentials
import Glibc
package import SeashellKit
import ShellCommands
package import WebDescriptions

/// The indexes of the APIs' descriptions, one file for each API.
package struct DescriptionStore: Sendable {
  private let folder: String
  /// The folder of indexes that are read where ``folder`` has none, if the program runs tests.
  private let folderOfUser: String?

  /// - Parameter directories: the folders of the shell's files.
  package init(_ directories: Directories) {
    folder = "\(directories.state)/apis"
    folderOfUser = directories.stateOfUser.map { "\($0)/apis" }
  }

  /// Returns the index of an API; nil if the configuration names no description.
  ///
  /// A description in a file is read again when the file has changed, unless the change affects trust. A
  /// description from the network is read only by `api add` and `api refresh`.
  ///
  /// - Parameter report: receives a notice for the user.
  /// - Throws: `ShellError` if there is no index and it cannot be created.
  package func index(
    of api: ConfiguredAPI, report: (String) -> Void
  ) throws -> DescriptionIndex? {
    guard let description = api.description else { return nil }
    let path = path(of: api.name)
    let known = try? DescriptionIndex(path: path)
    let current = known?.description.source == Self.source(of: description) ? known : nil
    switch description {
    case .url:
      if let current { return current }
      throw ShellError(
        .notFound, "the description of '\(api.name)' was not fetched yet",
        hint: "run 'api refresh \(api.name)'")
    case .file(let file):
      if let current, Self.date(of: path) ?? 0 >= Self.date(of: file) ?? 0 { return current }
      let new = newPath(of: api.name)
      do {
        try write(file: file, to: new, keeping: formerNames(of: api.name))
        let index = try DescriptionIndex(path: new)
        if let current {
          let difference = try DescriptionDifference(old: current, new: index)
          guard difference.changes.isEmpty else {
            unlink(new)
            report(
              "the description of '\(api.name)' has changes that need your consent;"
                + " 'api refresh \(api.name)' shows it")
            return current
          }
        }
        try accept(new, for: api.name)
        return index
      } catch let error as DescriptionError {
        throw ShellError(
          .usage, "the description of '\(api.name)', \(file): \(error)",
          hint: "'description' of '\(api.name)' in config.json names it")
      }
    }
  }

  /// Reads a description from a file, with referenced files in its folder, into an index.
  ///
  /// - Parameter former: the names of commands that the operations had before.
  @discardableResult
  package func write(
    file: String, to path: String, keeping former: FormerNames = FormerNames()
  ) throws -> APIDescription {
    try makeFolder()
    let files = try FileReferences(description: file)
    let bytes = try files.load(files.source)
    return try DescriptionIndex.write(
      path, of: bytes, source: file, date: Int(Date().timeIntervalSince1970), keeping: former,
      reader: DescriptionReader(load: { try files.load($0) }))
  }

  /// Returns the current and former names of an API's commands; empty if there is no index.
  func formerNames(of name: String) -> FormerNames {
    (try? DescriptionIndex(path: path(of: name)).formerNames()) ?? FormerNames()
  }

  /// Replaces the index of an API by a new one.
  package func accept(_ new: String, for name: String) throws {
    let path = ownPath(of: name)
    guard rename(new, path) == 0 else {
      throw ShellError(system: "cannot keep the index of '\(name)'")
    }
    // Only a description from the network has its text beside it.
    if rename(Self.textPath(beside: new), Self.textPath(beside: path)) != 0 {
      unlink(Self.textPath(beside: path))
    }
  }

  /// Removes an index, with the text beside it.
  func discard(_ index: String) {
    unlink(index)
    unlink(Self.textPath(beside: index))
  }

  package func remove(_ name: String) {
    discard(ownPath(of: name))
    discard(newPath(of: name))
  }

  /// The text of a description.
  struct Text: Sendable, Equatable {
    let path: String
    /// The time of its last change.
    fileprivate let date: Int?

    /// Reads it; it blocks.
    func read() throws -> [UInt8] {
      try SmallFile.read(path, upTo: DescriptionLimits().documentSize)
    }
  }

  /// Returns the text of an API's description, which is not read yet.
  ///
  /// - Throws: a `usage` error if it was not kept, as before there were such files.
  func text(of api: ConfiguredAPI) throws(ShellError) -> Text {
    let path: String
    if case .file(let file) = api.description {
      path = file
    } else {
      path = Self.textPath(beside: self.path(of: api.name))
    }
    let date = Self.date(of: path)
    guard date != nil else {
      throw ShellError(
        .usage, "the description of '\(api.name)' is not kept here",
        hint: "run 'api refresh \(api.name)'")
    }
    return Text(path: path, date: date)
  }

  static func textPath(beside index: String) -> String { "\(index).text" }

  /// The path of a new index of an API, until it is accepted.
  package func newPath(of name: String) -> String { "\(ownPath(of: name)).new" }

  private func ownPath(of name: String) -> String { "\(folder)/\(name).index" }

  /// The path of an API's index.
  package func path(of name: String) -> String {
    let own = ownPath(of: name)
    guard let folderOfUser, Self.date(of: own) == nil else { return own }
    return "\(folderOfUser)/\(name).index"
  }

  package func makeFolder() throws { try Directories.make(folder) }

  /// Returns the description's source as it is recorded in the index.
  package static func source(of description: ConfiguredAPI.Description) -> String {
    switch description {
    case .file(let path): path
    case .url(let url): url.absoluteString
    }
  }

  /// The time of a file's last change, in nanoseconds since 1970.
  private static func date(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
  }
}
