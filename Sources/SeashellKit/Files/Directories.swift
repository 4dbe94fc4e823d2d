import CoreSystem
import ShellOutput
import Glibc
import Synchronization

/// The folders of the shell's files, as in the XDG Base Directory Specification.
public struct Directories: Sendable, Equatable {
  /// The configuration: `$XDG_CONFIG_HOME/orders`.
  public var configuration: String { test.folder.map { "\($0)/config" } ?? ownConfiguration }

  private var ownConfiguration: String

  /// The configuration file: `config.json` in that folder, or the one that the program was started with.
  package private(set) var configurationFile: String

  /// Whether the program was started with a configuration file, which must then exist.
  package private(set) var requiresConfiguration = false

  /// The embedded API's database: `$XDG_DATA_HOME/orders`.
  public private(set) var data: String

  /// The history and the session tokens: `$XDG_STATE_HOME/orders`.
  public var state: String { test.folder.map { "\($0)/state" } ?? ownState }

  private var ownState: String

  /// The session tokens: a folder of ``state``, and of the user's state also in a test of a script, which may need the
  /// user's session.
  public var tokens: String { "\(ownState)/tokens" }

  /// The user's own state folder, if the program runs tests.
  package var stateOfUser: String? { test.folder == nil ? userState : ownState }

  private var userState: String?

  /// The folder that a test of a script has; the same for all copies of these folders.
  private let test = FolderOfTest()

  private final class FolderOfTest: Sendable, Equatable {
    private let path = Mutex<String?>(nil)

    var folder: String? {
      get { path.withLock { $0 } }
      set { path.withLock { $0 = newValue } }
    }

    static func == (one: FolderOfTest, other: FolderOfTest) -> Bool { one.folder == other.folder }
  }

  /// The changed content of `configurationFile`, if the program runs tests and has changed it.
  var changedConfiguration: String? {
    areTemporary ? "\(configuration)/config.json" : nil
  }

  /// Finds the folders.
  ///
  /// - Parameters:
  ///   - name: the program's name, which the folders get.
  ///   - environment: returns an environment variable. Values that are not absolute paths are
  ///     ignored.
  package init(name: String, environment: (String) -> String?) {
    let home = Self.home(environment)
    func directory(_ variable: String, _ fallback: String) -> String {
      let base = environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
      return (base ?? "\(home)/\(fallback)") + "/\(name)"
    }
    ownConfiguration = directory("XDG_CONFIG_HOME", ".config")
    configurationFile = "\(ownConfiguration)/config.json"
    data = directory("XDG_DATA_HOME", ".local/share")
    ownState = directory("XDG_STATE_HOME", ".local/state")
  }

  /// Whether the folders are only for this run, which is one of tests.
  public var areTemporary: Bool { stateOfUser != nil }

  /// Returns these folders below another one.
  func below(_ folder: String) -> Directories {
    var directories = self
    directories.ownConfiguration = "\(folder)/config"
    directories.data = "\(folder)/data"
    directories.ownState = "\(folder)/state"
    directories.userState = state
    return directories
  }

  /// Uses copies below a folder for a test of a script, in all copies of these folders; nil ends that.
  ///
  /// - Throws: an error if a file cannot be copied.
  package func useCopies(in folder: String?) throws {
    if let folder { _ = try forTests(in: folder) }
    test.folder = folder
  }

  /// Returns these folders with another configuration file.
  ///
  /// - Parameter path: its path; a relative one begins at the working directory.
  package func reading(_ path: String) -> Directories {
    var directories = self
    directories.configurationFile =
      path.hasPrefix("/") ? path : "\(Self.workingDirectory())/\(path)"
    directories.requiresConfiguration = true
    return directories
  }

  private static func workingDirectory() -> String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  /// Creates a folder and its parents, accessible only to their owner (0700), but never the user's home folder.
  ///
  /// - Throws: `ShellError` if a folder cannot be created.
  public static func make(_ path: String) throws {
    do {
      try PrivateFile.makeFolder(path)
    } catch {
      throw ShellError(error)
    }
  }

  /// Returns the user's home folder, without a slash at its end; an empty text stands for the root folder.
  ///
  /// - Parameter environment: returns an environment variable.
  static func home(_ environment: (String) -> String?) -> String {
    var home = environment("HOME").flatMap { $0.isEmpty ? nil : $0 } ?? HomeFolder.ofUser ?? ""
    while home.hasSuffix("/") { home.removeLast() }
    return home
  }
}
