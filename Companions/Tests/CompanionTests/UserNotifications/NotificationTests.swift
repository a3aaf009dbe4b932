// SPDX-License-Identifier: MIT

import Foundation
import SDBus
import Testing
import UserNotifications

@Suite(.serialized, .timeLimit(.minutes(1)))
struct NotificationTests {
    private let center = UNUserNotificationCenter.current()
    private let server: MockServer

    init() async throws {
        server = try MockServer()
        // The library knows that the notifications of the last server are gone when it has asked the new one.
        _ = try await center.requestAuthorization(options: [.alert, .sound])
    }

    private func content(_ title: String, _ body: String = "", _ category: String = "") -> UNMutableNotificationContent
    {
        let content = UNMutableNotificationContent()
        (content.title, content.body, content.categoryIdentifier) = (title, body, category)
        return content
    }

    private func show(_ identifier: String, _ content: UNNotificationContent) async throws {
        try await center.add(UNNotificationRequest(identifier: identifier, content: content, trigger: nil))
    }

    /// A delegate with a completion, as most apps have it.
    private final class Delegate: NSObject, UNUserNotificationCenterDelegate {
        let responses = AsyncStream.makeStream(of: UNNotificationResponse.self)

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping () -> Void
        ) {
            responses.continuation.yield(response)
            completionHandler()
        }

        func next() async -> UNNotificationResponse? { await responses.stream.first { _ in true } }
    }

    /// A delegate with the `async` form.
    private final class AsyncDelegate: NSObject, UNUserNotificationCenterDelegate {
        let responses = AsyncStream.makeStream(of: String.self)

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
        ) async { responses.continuation.yield(response.actionIdentifier) }
    }

    @Test("A notification has the texts, buttons, urgency and sound of its content, and its markup is text")
    func shown() async throws {
        defer { try? server.stop() }
        #expect(await center.notificationSettings().authorizationStatus == .authorized)
        let answer = UNNotificationAction(identifier: "ANSWER", title: "Call back")
        center.setNotificationCategories([
            UNNotificationCategory(identifier: "missed", actions: [answer], intentIdentifiers: [])
        ])
        let content = content("Missed <b>call</b>", "from <Ann> & \"Bob\"", "missed")
        (content.subtitle, content.interruptionLevel, content.sound) = ("Today", .critical, .default)
        try await show("call", content)
        let shown = try #require(try server.shown().first)
        #expect(shown.summary == "Missed <b>call</b>")
        #expect(shown.body == "Today\nfrom &lt;Ann&gt; &amp; \"Bob\"")
        #expect(shown.actions == ["default", "", "0", "Call back"])
        #expect(shown.hints["urgency"] == .byte(2) && shown.hints["sound-name"] == .string("message-new-instant"))
        content.title = "changed"
        #expect(await center.deliveredNotifications().map(\.request.content.title) == ["Missed <b>call</b>"])
        await #expect(throws: UNError.self) { try await show("empty", UNNotificationContent()) }
        try await show("quiet", self.content("Silent"))
        #expect(try server.shown().last?.hints["suppress-sound"] == .bool(true))
    }

    @Test("A request replaces the notification with its identifier, and removes it on demand")
    func replaced() async throws {
        defer { try? server.stop() }
        center.add(UNNotificationRequest(identifier: "a", content: content("1"), trigger: nil)) { _ in }
        center.add(UNNotificationRequest(identifier: "a", content: content("2"), trigger: nil)) { _ in }
        try await show("b", content("3"))
        #expect(try server.shown().map(\.replaced) == [0, 1, 0])
        center.removeDeliveredNotifications(withIdentifiers: ["a", "other"])
        #expect(await center.deliveredNotifications().map(\.request.identifier) == ["b"])
        center.removeAllDeliveredNotifications()
        #expect(await center.deliveredNotifications().isEmpty)
        #expect(try server.closed() == [1, 2])
    }

    @Test("The delegate learns which button the user pressed, and that the user dismissed a notification")
    func responses() async throws {
        defer { try? server.stop() }
        let delegate = Delegate()
        center.delegate = delegate
        let actions = ["A", "default"].map { UNNotificationAction(identifier: $0, title: $0) }
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: "two", actions: actions, intentIdentifiers: [], options: .customDismissAction)
        ])
        let first = content("1", "", "two")
        first.userInfo = ["id": 7]
        try await show("one", first)
        try server.press("9", of: 1)
        try server.press("1", of: 99)
        try server.press("1", of: 1)
        let response = await delegate.next()
        #expect(response?.actionIdentifier == "default" && response?.notification.request.identifier == "one")
        #expect(response?.notification.request.content.userInfo["id"] as? Int == 7)
        #expect(await center.deliveredNotifications().isEmpty)
        try await show("two", content("2"))
        try server.press("default", of: 2)
        #expect(await delegate.next()?.actionIdentifier == UNNotificationDefaultActionIdentifier)
        try await show("three", content("3", "", "two"))
        try server.dismiss(3)
        #expect(await delegate.next()?.actionIdentifier == UNNotificationDismissActionIdentifier)
        let other = AsyncDelegate()
        center.delegate = other
        try await show("four", content("4", "", "two"))
        try server.press("0", of: 4)
        #expect(await other.responses.stream.first { _ in true } == "A")
    }

    @Test("A notification with a trigger is shown when its time has come, unless it is removed before")
    func triggers() async throws {
        defer { try? server.stop() }
        let later = UNTimeIntervalNotificationTrigger(timeInterval: 3_600, repeats: false)
        let soon = UNTimeIntervalNotificationTrigger(timeInterval: 0.01, repeats: false)
        #expect(UNTimeIntervalNotificationTrigger(timeInterval: -.infinity, repeats: true).timeInterval == 60)
        #expect(try #require(later.nextTriggerDate()) > Date())
        try await center.add(UNNotificationRequest(identifier: "later", content: content("1"), trigger: later))
        #expect(await center.pendingNotificationRequests().map(\.identifier) == ["later"])
        try await center.add(UNNotificationRequest(identifier: "later", content: content("2"), trigger: soon))
        while try server.shown().isEmpty { usleep(2_000) }
        #expect(try server.shown().map(\.summary) == ["2"])
        try await center.add(UNNotificationRequest(identifier: "never", content: content("3"), trigger: later))
        center.removeAllPendingNotificationRequests()
        #expect(await center.pendingNotificationRequests().isEmpty)
    }

    @Test("Without a notification server the app is not authorized, and with a new one it starts afresh")
    func servers() async throws {
        try await show("old", content("1"))
        try server.stop()
        #expect(try await !center.requestAuthorization(options: .alert))
        #expect(await center.notificationSettings().authorizationStatus == .denied)
        let error = await #expect(throws: UNError.self) { try await show("lost", content("2")) }
        #expect(error?.code == .notificationsNotAllowed && error?.localizedDescription.contains("start one") == true)
        #expect(await center.deliveredNotifications().isEmpty)
        let next = try MockServer("body")
        defer { try? next.stop() }
        try await show("old", content("3", "<plain>", "two"))
        let shown = try #require(try next.shown().first)
        #expect(shown.replaced == 0 && shown.body == "<plain>" && shown.actions.isEmpty)
    }
}
