// The view from a robot's head.
import { Quaternion, Vector3 } from 'three';
import { placeOf } from './path.js';

const AHEAD = 0.02; // of the eye before the tip of the head, of the body's reach
const ABOVE = 0.9; // of the eye above the axis, of the head's height
const NEAR = 0.003; // nearest that is seen, of the body's reach

/** @returns what puts a camera to the head, looking forwards; null for a robot without a head. */
export function rideOf(replay, track, reach) {
  const { head, links } = replay;
  if (!head) return null;
  const [turn, along, up, eye, goal] = [new Quaternion(), new Vector3(), new Vector3(), new Vector3(), new Vector3()];
  const tall = links[head.link].height || links[head.link].width;
  return (camera) => {
    track.turnInto(head.link, turn);
    along.set(head.end, 0, 0).applyQuaternion(turn);
    // A body that rolls must not turn the picture upside down.
    up.set(0, 0, 1).addScaledVector(along, -along.z);
    if (up.lengthSq() < 1e-4) up.set(0, 0, 1).applyQuaternion(turn);
    up.normalize();
    placeOf(track, replay, 'head', eye).addScaledVector(along, AHEAD * reach).addScaledVector(up, ABOVE * tall);
    camera.position.copy(eye);
    camera.up.copy(up);
    camera.near = NEAR * reach;
    camera.updateProjectionMatrix();
    camera.lookAt(goal.copy(eye).add(along));
  };
}
