import CoreSystem
import FoundationEssentials
import Glibc
package import SeashellKit
import ShellCommands
import Synchronization

/// The indexes of the APIs' descriptions, each in a file for the API's name and the description's source.
///
/// Another configuration may have another API of the same name, so the name alone would not do. A description
/// that cannot be written, as without a home folder, is kept in memory for this process.
package final class DescriptionStore: Sendable {
  private var folder: String { "\(directories.state)/apis" }
  /// The folder of indexes that are read where `folder` has none, if the program runs tests.
  private var folderOfUser: String? { directories.stateOfUser.map { "\($0)/apis" } }
  private let directories: Directories
  /// The descriptions that could not be written, by the paths of their indexes.
  private let unwritten = Mutex<[String: LoadedDescription]>([:])

  /// - Parameter directories: the folders of the shell's files.
  package init(_ directories: Directories) {
    self.directories = directories
  }

  /// Returns the index of an API; nil if the configuration names no description.
  ///
  /// A description in a file is read again when the file has changed, unless the change affects trust. A
  /// description from the network is read only by `api add` and `api refresh`.
  ///
  /// - Parameter report: receives a notice for the user.
  /// - Throws: `ShellError` if there is no index and it cannot be created.
  func index(
    of api: ConfiguredAPI, report: (String) -> Void
  ) throws -> DescriptionIndex? {
    guard let description = api.description else { return nil }
    let known = known(api)
    switch description {
    case .url:
      if let known { return known }
      throw ShellError(
        .notFound,
        namesOfFormerVersion(of: api) == nil
          ? "the description of '\(api.name)' was not fetched yet"
          : "the description of '\(api.name)' was read by an earlier version of the shell",
        hint: "run 'api refresh \(api.name)'")
    case .file(let file):
      if let known, Self.stamp(of: file).map({ $0 == known.description.stamp }) ?? true {
        return known
      }
      do {
        let former = formerNames(of: api)
        let new = try load(file: file, keeping: former)
        if let known {
          let difference = try DescriptionDifference(old: known, new: new.index)
          guard difference.changes.isEmpty else {
            report(
              "the description of '\(api.name)' has changes that need your consent;"
                + " 'api refresh \(api.name)' shows it")
            return known
          }
        }
        // Whether it is on disk or in memory makes no difference for this process.
        _ = keep(new, as: api.name)
        if let notice = former.notice(of: api.name) { report(notice) }
        return new.index
      } catch let error as DescriptionError {
        throw ShellError(
          .usage, "the description of '\(api.name)', \(file): \(error)",
          hint: "'description' of '\(api.name)' in config.json names it")
      }
    }
  }

  /// Returns how requests to an API are authorized; an unreadable description counts as empty.
  package func security(of api: ConfiguredAPI) -> APISecurity {
    guard let index = try? index(of: api, report: { _ in }) else { return APISecurity() }
    // Without a `security` at its root, a description does not cover requests outside its operations.
    let usual = index.description.security
    return APISecurity(
      index.description.securitySchemes, usual: usual.isEmpty ? nil : usual,
      agreedOrigins: Set(api.allowedOrigins.map { "\($0)" }))
  }

  /// Returns the index of an API as it was read last; nil if it never was, or there is no description.
  func known(_ api: ConfiguredAPI) -> DescriptionIndex? { found(api)?.index }

  /// Reads a description from a file, with referenced files in its folder.
  ///
  /// - Parameter former: the names of commands that the operations had before.
  func load(file: String, keeping former: FormerNames) throws -> LoadedDescription {
    let files = try FileReferences(description: file)
    // Taken before the bytes: a change between the two is found the next time.
    let stamp = Self.stamp(of: file)
    let bytes = try files.load(files.source)
    return LoadedDescription(
      index: try DescriptionIndex(
        reading: bytes, source: file, date: Int(Date().timeIntervalSince1970), stamp: stamp ?? "",
        keeping: former, reader: DescriptionReader(load: { try files.load($0) })),
      text: nil)
  }

  /// Returns the current and former names of an API's commands; empty if there is no index.
  func formerNames(of api: ConfiguredAPI) -> FormerNames {
    (try? known(api)?.formerNames()) ?? namesOfFormerVersion(of: api) ?? FormerNames()
  }

  private func namesOfFormerVersion(of api: ConfiguredAPI) -> FormerNames? {
    guard let source = api.description.map(Self.source) else { return nil }
    return try? DescriptionIndex.namesOfFormerVersion(path: path(of: api.name, source))
  }

  /// Makes a description the current one of an API.
  ///
  /// - Returns: why it is kept in memory only; nil if it is on disk.
  func keep(_ new: LoadedDescription, as name: String) -> String? {
    let source = new.index.description.source
    let path = path(of: name, source)
    do {
      // Only a description from the network has its text beside it.
      if let text = new.text {
        try PrivateFile(path: Self.textPath(beside: path)).replaceUnlocked(with: text)
      }
      try new.index.write(to: path)
    } catch {
      unwritten.withLock { $0[path] = new }
      return "\(error)"
    }
    unwritten.withLock { $0[path] = nil }
    removeFormer(name, source)
    return nil
  }

  /// Removes what is known of the description of an API that was removed.
  func remove(_ api: ConfiguredAPI) {
    guard let description = api.description else { return }
    let source = Self.source(of: description)
    let path = path(of: api.name, source)
    unwritten.withLock { $0[path] = nil }
    Self.discard(path)
    removeFormer(api.name, source)
  }

  /// The text of a description.
  struct Text: Sendable, Equatable {
    fileprivate enum Place: Equatable {
      /// `date` is the time of the last change.
      case file(String, date: Int)
      case memory([UInt8])
    }

    fileprivate let place: Place

    /// Reads it; it blocks.
    func read() throws -> [UInt8] {
      switch place {
      case .file(let path, _): try SmallFile.read(path, upTo: DescriptionLimits().documentSize)
      case .memory(let bytes): bytes
      }
    }
  }

  /// Returns the text of an API's description, which is not read yet.
  ///
  /// - Throws: a `usage` error if it was not kept, as before there were such files.
  func text(of api: ConfiguredAPI) throws(ShellError) -> Text {
    var place: Text.Place?
    if case .file(let file) = api.description {
      place = Text.Place(file: file)
    } else {
      place = found(api)?.text
    }
    guard let place else {
      throw ShellError(
        .usage, "the description of '\(api.name)' is not kept here",
        hint: "run 'api refresh \(api.name)'")
    }
    return Text(place: place)
  }

  /// Returns the description's source as it is recorded in the index.
  static func source(of description: ConfiguredAPI.Description) -> String {
    switch description {
    case .file(let path): path
    case .url(let url): url.absoluteString
    }
  }

  // MARK: Files

  private func found(_ api: ConfiguredAPI) -> (index: DescriptionIndex, text: Text.Place?)? {
    guard let source = api.description.map(Self.source) else { return nil }
    let path = path(of: api.name, source)
    if let kept = unwritten.withLock({ $0[path] }) {
      return (kept.index, kept.text.map { .memory($0) })
    }
    for folder in [folder] + (folderOfUser.map { [$0] } ?? []) {
      for file in [Self.file(of: api.name, source), Self.formerFile(of: api.name)] {
        let path = "\(folder)/\(file)"
        if let index = try? DescriptionIndex(path: path), index.description.source == source {
          return (index, Text.Place(file: Self.textPath(beside: path)))
        }
      }
    }
    return nil
  }

  private func path(of name: String, _ source: String) -> String {
    "\(folder)/\(Self.file(of: name, source))"
  }

  private static func file(of name: String, _ source: String) -> String {
    "\(name)-\(SHA256.digest(of: Array(source.utf8)).prefix(16)).index"
  }

  /// The name that former versions gave the file of an index, whatever the source.
  private static func formerFile(of name: String) -> String { "\(name).index" }

  /// Removes the index of a former version, unless it is of another source, which another configuration may
  /// name.
  private func removeFormer(_ name: String, _ source: String) {
    let path = "\(folder)/\(Self.formerFile(of: name))"
    guard let index = try? DescriptionIndex(path: path), index.description.source == source else {
      return
    }
    Self.discard(path)
  }

  private static func discard(_ index: String) {
    unlink(index)
    unlink(textPath(beside: index))
  }

  private static func textPath(beside index: String) -> String { "\(index).text" }

  /// A text that differs after each change of a file; nil if it is no file.
  private static func stamp(of file: String) -> String? {
    FileStamp(path: file).map { "\($0.size) \($0.modified) \($0.changed) \($0.inode)" }
  }
}

extension DescriptionStore.Text.Place {
  fileprivate init?(file: String) {
    guard let stamp = FileStamp(path: file) else { return nil }
    self = .file(file, date: stamp.modified)
  }
}
