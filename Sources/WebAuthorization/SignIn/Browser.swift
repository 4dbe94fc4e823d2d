import CoreLoop
import CoreSystem
public import FoundationEssentials
import Glibc
import WebMessages

/// The user's browser.
public enum Browser {
  /// Whether it can be opened: with a desktop on this machine that has `xdg-open`.
  public static var isAvailable: Bool { program != nil }

  /// The absolute path of `xdg-open`; nil without a desktop, and over ssh, where the user is elsewhere.
  private static var program: String? {
    func isSet(_ name: String) -> Bool { getenv(name).map { $0[0] != 0 } ?? false }
    guard isSet("DISPLAY") || isSet("WAYLAND_DISPLAY"), !isSet("SSH_CONNECTION"), !isSet("SSH_TTY"),
      let path = getenv("PATH").map({ String(cString: $0) })
    else { return nil }
    return path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { "\($0)/xdg-open" }.first { access($0, X_OK) == 0 }
  }

  /// Opens an address, and does not wait for the browser, which outlives this process.
  ///
  /// - Returns: false if there is no browser, or the address is neither https nor on this machine.
  @MainActor
  public static func open(_ address: URL) async -> Bool {
    guard let program, Origin(address).mayCarryCredentials else { return false }
    let text = address.absoluteString
    let process = await offMain { () -> Int32? in
      let null = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
      guard null >= 0 else { return nil }
      defer { close(null) }
      return try? SpawnedProcess.start(
        program, words: ["xdg-open", text], streams: (null, null, null), isAlone: true)
    }
    guard let process else { return false }
    // This task has no owner: the program may run as long as the browser does.
    Task {
      let exit = SpawnedProcess.exitDescriptor(of: process)
      guard exit >= 0 else { return }
      defer { close(exit) }
      try? await Readiness.wait(for: exit)
      _ = SpawnedProcess.reap(process)
    }
    return true
  }
}
