// SPDX-License-Identifier: MIT

import CallKit
import Testing

#if swift(>=6)
    @testable import Swift6Traps
#else
    @testable import Swift5Traps
#endif

/// The data of a request to start a call.
struct StartCall {
    @Test func `a wish to call somebody`() {
        let handle = INPersonHandle(value: "+4930123456", type: .phoneNumber)
        let person = INPerson(
            personHandle: handle, nameComponents: nil, displayName: "Ada", image: nil, contactIdentifier: "1",
            customIdentifier: "2")
        #expect(person.personHandle?.type == .phoneNumber)
        #expect(person.displayName == "Ada")
        #expect(person.nameComponents == nil && person.image == nil)
        #expect(person.contactIdentifier == "1" && person.customIdentifier == "2")
        let intent = INStartCallIntent(
            callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: .unknown, destinationType: .normal,
            contacts: [person], callCapability: .videoCall)
        #expect(intent.audioRoute == .unknown && intent.destinationType == .normal)
        #expect(intent.callRecordFilter == nil && intent.callRecordToCallBack == nil)
        let activity = NSUserActivity(activityType: "INStartCallIntent")
        let interaction = INInteraction(intent: intent, response: nil)
        interaction.direction = .outgoing
        interaction.donate()
        activity.interaction = interaction
        activity.title = "Call Ada"
        activity.userInfo = ["handle": "+4930123456"]
        activity.addUserInfoEntries(from: ["more": true])
        #expect(activity.userInfo?.count == 2)
        #expect(activity.webpageURL == nil)
        #expect(activity.startCallHandle == "+4930123456")
        #expect(activity.video == true)
        #expect(interaction.intentResponse == nil && interaction.dateInterval == nil)
        #expect(!interaction.identifier.isEmpty)
    }

    @Test func `a donation is taken, and comes to nothing`() async throws {
        let intent = INStartAudioCallIntent(destinationType: .normal, contacts: nil)
        try await INInteraction(intent: intent, response: nil).donate()
        let error = await withCheckedContinuation { continuation in
            INInteraction(intent: intent, response: nil).donate { continuation.resume(returning: $0) }
        }
        #expect(error == nil)
    }

    @Test func `older spellings`() {
        let person = INPerson(
            personHandle: INPersonHandle(value: "ada", type: .unknown), nameComponents: nil, displayName: nil,
            image: INImage(imageData: Data()), contactIdentifier: nil, customIdentifier: nil)
        #expect(person.displayName.isEmpty)
        let activity = NSUserActivity(activityType: "INStartAudioCallIntent")
        activity.interaction = INInteraction(
            intent: INStartAudioCallIntent(destinationType: .normal, contacts: [person]), response: nil)
        #expect(activity.startCallHandle == "ada")
        #expect(activity.video == false)
        activity.interaction = INInteraction(intent: INStartVideoCallIntent(contacts: [person]), response: nil)
        #expect(activity.startCallHandle == "ada")
        #expect(activity.video == true)
        let intent = INStartCallIntent(
            audioRoute: .unknown, destinationType: .normal, contacts: [person], recordTypeForRedialing: .unknown,
            callCapability: .audioCall)
        #expect(intent.callCapability == .audioCall)
    }

    @Test func `an answer to an intent`() {
        let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
        let response: INIntentResponse = INStartCallIntentResponse(code: .continueInApp, userActivity: activity)
        #expect(response.userActivity === activity)
        #expect((response as? INStartCallIntentResponse)?.code == .continueInApp)
        let record = INCallRecord(identifier: "1")
        let filter = INCallRecordFilter(participants: nil, callCapability: .unknown)
        let intent = INStartCallIntent(
            callRecordFilter: filter, callRecordToCallBack: record, audioRoute: .bluetoothAudioRoute,
            destinationType: .callBack, contacts: nil, callCapability: .unknown)
        #expect(intent.callRecordToCallBack?.identifier == "1")
        #expect(intent.callRecordFilter?.participants == nil && filter.callCapability == .unknown)
        #expect((intent as INIntent).identifier == nil)
    }

    @Test func `raw values`() {
        let handles: [INPersonHandleType] = [.unknown, .emailAddress, .phoneNumber]
        #expect(handles.map(\.rawValue) == [0, 1, 2])
        let capabilities: [INCallCapability] = [.unknown, .audioCall, .videoCall]
        #expect(capabilities.map(\.rawValue) == [0, 1, 2])
        let destinations: [INCallDestinationType] = [.unknown, .normal, .emergency, .voicemail, .redial, .callBack]
        #expect(destinations.map(\.rawValue) == Array(0...5))
        let routes: [INCallAudioRoute] = [.unknown, .speakerphoneAudioRoute, .bluetoothAudioRoute]
        #expect(routes.map(\.rawValue) == [0, 1, 2])
        let directions: [INInteractionDirection] = [.unspecified, .outgoing, .incoming]
        #expect(directions.map(\.rawValue) == [0, 1, 2])
        let records: [INCallRecordType] = [
            .unknown, .outgoing, .missed, .received, .latest, .voicemail, .ringing, .inProgress, .onHold,
        ]
        #expect(records.map(\.rawValue) == Array(0...8))
        let codes: [INStartCallIntentResponseCode] = [
            .unspecified, .ready, .continueInApp, .userConfirmationRequired, .failure, .failureRequiringAppLaunch,
            .failureCallingServiceNotAvailable, .failureContactNotSupportedByApp, .failureAirplaneModeEnabled,
            .failureUnableToHandOff, .failureAppConfigurationRequired, .failureCallInProgress, .failureCallRinging,
        ]
        #expect(codes.map(\.rawValue) == Array(0...12))
    }
}
