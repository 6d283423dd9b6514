// What the inspector's panels call the answers that they read.
export type {
  Attempt, Complete as Completion, Forecast, Found, Image as ImageBehaviour, NodeCheck as Check, NodeWhy, Plan as PlanResult, PlanWait, Reason,
  RolloutWhy, SweptRun as Swept,
} from "../protocol";
