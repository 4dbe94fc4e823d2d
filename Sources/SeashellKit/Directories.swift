import CoreSystem
import ShellOutput
import Glibc

/// Where the shell keeps its files, as the XDG Base Directory Specification says.
public struct Directories: Sendable, Equatable {
  /// Holds what the user configures: `$XDG_CONFIG_HOME/seashell`.
  public let configuration: String

  /// Holds the embedded shop: `$XDG_DATA_HOME/seashell`.
  public let data: String

  /// Holds the history and the tokens: `$XDG_STATE_HOME/seashell`.
  public let state: String

  /// Reads the process's environment; a variable that is no absolute path does not count.
  public init(environment: (String) -> String?) {
    let home = environment("HOME").flatMap { $0.isEmpty ? nil : $0 } ?? Self.homeOfUser() ?? "/"
    func directory(_ variable: String, _ fallback: String) -> String {
      let base = environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
      return (base ?? "\(home)/\(fallback)") + "/seashell"
    }
    configuration = directory("XDG_CONFIG_HOME", ".config")
    data = directory("XDG_DATA_HOME", ".local/share")
    state = directory("XDG_STATE_HOME", ".local/state")
  }

  /// Creates a directory and the missing ones above it, accessible to their owner only.
  ///
  /// - Throws: ``ShellError`` that names the directory that could not be created, and the reason.
  public static func make(_ path: String) throws {
    do {
      try PrivateFile.makeFolder(path)
    } catch {
      throw ShellError(error)
    }
  }

  private static func homeOfUser() -> String? {
    guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return nil }
    return String(cString: home)
  }
}
