import SeashellApp
import TrackerStub
import WebOffline

@main struct TrackerShell {
  static func main() {
    ShellApp(
      "tracker", version: "1.0", abstract: "A shell for an issue tracker",
      environments: [try .init("live", "https://tracker.example.com/v1")],
      embedded: { _ in EmbeddedAPI(transport: StubTracker(key: nil)) },
      offline: { OfflineFiles(directory: "\($0.state)/offline") }
    ) { context in
      if let key = KeyAuthorizer(context) { try context.install(key) }
      return [ProjectsModule(context), IssuesModule(context)]
    }.main()
  }
}
