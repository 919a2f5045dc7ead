import { activeReservations, reservationById } from "../../../scripts/preflight/reservations";
import { awsError, pretendedAws } from "../../helpers/pretended-aws";

const CALL = "EC2.DescribeCapacityReservations";
const ONE = { CapacityReservationId: "cr-0123456789abcdef0" };

test("active ones are asked for once, whatever is reserved", async () => {
  const aws = pretendedAws({ [CALL]: { CapacityReservations: [ONE] } });
  const [first, second] = await Promise.all([activeReservations(aws), activeReservations(aws)]);
  expect(first).toEqual([ONE]);
  expect(second).toBe(first);
  expect(aws.calls.map(({ input }) => input)).toEqual([
    expect.objectContaining({ Filters: [{ Name: "state", Values: ["active"] }] }),
  ]);
});

test("one is found by its id in any state", async () => {
  const aws = pretendedAws({ [CALL]: { CapacityReservations: [ONE] } });
  expect(await reservationById(aws, ONE.CapacityReservationId)).toEqual(ONE);
  expect(aws.calls[0]?.input).toEqual({ CapacityReservationIds: [ONE.CapacityReservationId] });
});

test("one that is not there is none; other errors are thrown on", async () => {
  expect(
    await reservationById(pretendedAws({ [CALL]: awsError("InvalidCapacityReservationId.NotFound") }), "cr-1"),
  ).toBeNull();
  expect(await reservationById(pretendedAws({ [CALL]: { CapacityReservations: [] } }), "cr-1")).toBeNull();
  const denied = pretendedAws({ [CALL]: awsError("UnauthorizedOperation") });
  await expect(reservationById(denied, "cr-1")).rejects.toThrow("UnauthorizedOperation");
});
