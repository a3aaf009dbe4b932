// SPDX-License-Identifier: MIT

import Foundation
import Intents
import Testing

@testable import MonkeyCall

@Suite struct StartCallRequestTests {
    @Test(arguments: [
        ("tel:+49-30-123456", Party.Kind.phoneNumber, "+4930123456"),
        ("TEL:+49%2030.(123)456;ext=7", .phoneNumber, "+4930123456"),
        ("tel:112", .phoneNumber, "112"),
        ("sip:ada@example.org", .generic, "ada@example.org"),
        ("sips:ada@example.org;transport=tls", .generic, "ada@example.org"),
        ("monkeycall://ada@example.org", .emailAddress, "ada@example.org"),
        ("monkeycall://+4930123456", .phoneNumber, "+4930123456"),
        ("monkeycall:ada", .generic, "ada"),
    ])
    func `A link with a scheme of the app is a request`(_ link: String, _ type: Party.Kind, _ value: String)
        throws
    {
        let url = try #require(URL(string: link))
        let request = try #require(StartCallRequest(url))
        #expect(request.handle == Party(kind: type, value: value))
        #expect(!request.isVideo)
    }

    @Test func `A link of the app may ask for video`() throws {
        let url = try #require(URL(string: "monkeycall://ada?a=b&video"))
        let request = try #require(StartCallRequest(url))
        #expect(request.isVideo)
        #expect(request.handle.value == "ada")
    }

    @Test(arguments: [
        "https://example.org", "mailto:ada@example.org", "tel:", "tel:()-", "monkeycall://", "sip:?a=b",
        "sip:ada@example.org?subject=tea", "ada",
    ])
    func `Another link is no request`(_ link: String) throws {
        let url = try #require(URL(string: link))
        #expect(StartCallRequest(url) == nil)
    }

    private func activity(_ handle: INPersonHandle, _ capability: INCallCapability = .audioCall) -> NSUserActivity {
        let person = INPerson(
            personHandle: handle, nameComponents: nil, displayName: nil, image: nil, contactIdentifier: nil,
            customIdentifier: nil)
        let intent = INStartCallIntent(
            callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: .unknown, destinationType: .normal,
            contacts: [person], callCapability: capability)
        let activity = NSUserActivity(activityType: "INStartCallIntent")
        activity.interaction = INInteraction(intent: intent, response: nil)
        return activity
    }

    @Test(arguments: [
        (INPersonHandleType.phoneNumber, Party.Kind.phoneNumber), (.emailAddress, .emailAddress),
        (.unknown, .generic),
    ])
    func `An activity with a start-call intent is a request`(
        _ type: INPersonHandleType, _ handleType: Party.Kind
    ) throws {
        let request = try #require(StartCallRequest(activity(INPersonHandle(value: "ada", type: type))))
        #expect(request.handle == Party(kind: handleType, value: "ada"))
        #expect(!request.isVideo)
        let video = StartCallRequest(activity(INPersonHandle(value: "ada", type: type), .videoCall))
        #expect(video?.isVideo == true)
    }

    @Test func `Another activity is no request`() {
        #expect(StartCallRequest(NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)) == nil)
        #expect(StartCallRequest(activity(INPersonHandle(value: nil, type: .unknown))) == nil)
        #expect(StartCallRequest(activity(INPersonHandle(value: "", type: .phoneNumber))) == nil)
    }
}
